"""Selectors of duplicates."""
