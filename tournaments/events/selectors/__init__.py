"""Selectors of events."""
