"""Services of money."""
