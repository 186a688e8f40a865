"""Services of core."""
