"""Notices of the club app."""
