"""Recorded games: rules, notation, laws and the archive."""
