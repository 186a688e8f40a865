"""Pages of core."""
