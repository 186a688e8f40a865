"""Selectors of standings."""
