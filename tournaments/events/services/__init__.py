"""Services of events."""
