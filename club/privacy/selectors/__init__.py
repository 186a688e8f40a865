"""Selectors of privacy."""
