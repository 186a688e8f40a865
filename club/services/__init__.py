"""Every write of the club app."""
