"""Template tags of the club app."""
