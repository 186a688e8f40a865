"""Pages of the club app."""
