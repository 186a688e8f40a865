"""Paper of the club app."""
