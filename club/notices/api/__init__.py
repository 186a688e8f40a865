"""API of notices."""
