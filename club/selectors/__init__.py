"""Shared reads of the club app."""
