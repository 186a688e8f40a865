"""Money of the club app."""
