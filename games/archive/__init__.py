"""Archive of the games app."""
