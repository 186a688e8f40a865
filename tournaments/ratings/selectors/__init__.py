"""Selectors of ratings."""
