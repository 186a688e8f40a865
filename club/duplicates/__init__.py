"""Duplicates of the club app."""
