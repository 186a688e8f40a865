"""Selectors of members."""
