"""Backups of the club app."""
