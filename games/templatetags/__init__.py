"""Template tags of the games app."""
