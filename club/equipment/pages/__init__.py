"""Pages of equipment."""
