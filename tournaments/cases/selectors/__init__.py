"""Selectors of cases."""
