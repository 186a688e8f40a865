"""Ladders of the tournaments app."""
