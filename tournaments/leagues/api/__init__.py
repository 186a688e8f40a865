"""API of leagues."""
