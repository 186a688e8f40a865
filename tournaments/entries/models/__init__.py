"""Models of entries."""
