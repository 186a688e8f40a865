"""Entries of the tournaments app."""
