"""Leagues of the tournaments app."""
