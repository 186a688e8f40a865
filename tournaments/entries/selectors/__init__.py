"""Selectors of entries."""
