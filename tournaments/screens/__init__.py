"""Screens of the tournaments app."""
