"""Selectors of players."""
