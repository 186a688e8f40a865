"""Live of the club app."""
