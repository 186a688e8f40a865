"""Printing of the tournaments app."""
