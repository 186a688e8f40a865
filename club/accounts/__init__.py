"""Accounts of the club app."""
