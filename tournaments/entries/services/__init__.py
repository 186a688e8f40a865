"""Services of entries."""
