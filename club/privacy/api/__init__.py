"""API of privacy."""
