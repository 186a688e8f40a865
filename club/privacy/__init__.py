"""Privacy of the club app."""
