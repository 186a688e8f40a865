"""Selectors of money."""
