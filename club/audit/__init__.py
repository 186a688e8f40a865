"""Audit of the club app."""
