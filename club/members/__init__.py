"""Members of the club app."""
