"""Models of calendar."""
