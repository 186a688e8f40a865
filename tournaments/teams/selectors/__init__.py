"""Selectors of teams."""
