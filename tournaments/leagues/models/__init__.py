"""Models of leagues."""
