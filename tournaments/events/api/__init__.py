"""API of events."""
