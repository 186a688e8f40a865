"""Selectors of archive."""
