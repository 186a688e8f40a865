"""Selectors of records."""
