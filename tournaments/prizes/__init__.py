"""Prizes of the tournaments app."""
