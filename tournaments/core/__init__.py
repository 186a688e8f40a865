"""Core of the tournaments app."""
