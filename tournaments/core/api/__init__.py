"""Shared parts of the tournaments API."""
