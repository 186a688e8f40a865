"""Joining of the club app."""
