"""Shared reads of the tournaments app: one question each."""
