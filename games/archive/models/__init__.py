"""Models of archive."""
