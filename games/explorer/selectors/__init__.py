"""Selectors of explorer."""
