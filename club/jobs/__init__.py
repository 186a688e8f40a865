"""Jobs of the club app."""
