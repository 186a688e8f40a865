"""Selectors of judging."""
