"""Core of the games app."""
