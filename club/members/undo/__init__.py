"""Undo handlers of members."""
