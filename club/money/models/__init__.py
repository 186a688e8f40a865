"""Models of money."""
