"""Banking of the club app."""
