"""API of standings."""
