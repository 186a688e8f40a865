"""API of archive."""
