"""API of money."""
