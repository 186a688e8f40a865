"""Site of the club app."""
