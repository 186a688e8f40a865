"""Services of duplicates."""
