"""Site of the games app."""
