"""Rounds of the tournaments app."""
