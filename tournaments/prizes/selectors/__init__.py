"""Selectors of prizes."""
