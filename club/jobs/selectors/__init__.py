"""Selectors of jobs."""
