"""API of members."""
