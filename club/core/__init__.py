"""Core of the club app."""
