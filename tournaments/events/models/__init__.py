"""Models of events."""
