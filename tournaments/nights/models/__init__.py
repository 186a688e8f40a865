"""Models of nights."""
