"""Pages of standings."""
