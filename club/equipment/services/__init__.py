"""Services of equipment."""
