"""Selectors of accounts."""
