"""Selectors of house rules."""
