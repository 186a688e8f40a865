"""API of ratings."""
