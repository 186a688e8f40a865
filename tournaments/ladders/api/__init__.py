"""API of ladders."""
