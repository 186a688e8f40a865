"""Selectors of leagues."""
