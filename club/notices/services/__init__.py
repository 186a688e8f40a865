"""Services of notices."""
