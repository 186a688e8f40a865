"""Undo handlers of events."""
