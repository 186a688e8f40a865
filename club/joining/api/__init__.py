"""API of joining."""
