"""Selectors of rounds."""
