"""Standings of the tournaments app."""
