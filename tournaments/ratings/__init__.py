"""Ratings of the tournaments app."""
