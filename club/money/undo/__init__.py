"""Undo handlers of money."""
