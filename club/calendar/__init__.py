"""Calendar of the club app."""
