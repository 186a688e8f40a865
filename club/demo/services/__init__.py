"""Services of the demo club."""
