"""Selectors of nights."""
