"""Pages of screens."""
