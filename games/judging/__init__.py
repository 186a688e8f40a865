"""Judging of the games app."""
