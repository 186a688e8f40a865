"""Services of ladders."""
