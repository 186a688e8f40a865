"""Services of members."""
