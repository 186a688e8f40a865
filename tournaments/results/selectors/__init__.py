"""Selectors of results."""
