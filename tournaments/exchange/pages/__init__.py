"""Desk pages of files."""
