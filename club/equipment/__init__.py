"""Equipment of the club app."""
