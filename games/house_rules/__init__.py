"""House rules of the games app."""
