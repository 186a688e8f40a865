"""Selectors of equipment."""
