"""Commands of the club app."""
