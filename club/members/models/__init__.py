"""Models of members."""
