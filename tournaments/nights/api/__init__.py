"""API of nights."""
