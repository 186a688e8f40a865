"""Pages of archive."""
