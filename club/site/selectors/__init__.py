"""Selectors of site."""
