"""API of entries."""
