"""Services of screens."""
