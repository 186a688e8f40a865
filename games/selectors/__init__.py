"""Shared reads of the games app: one question each."""
