"""Selectors of exchange."""
