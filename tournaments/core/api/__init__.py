"""API of core."""
