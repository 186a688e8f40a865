"""Nights of the tournaments app."""
