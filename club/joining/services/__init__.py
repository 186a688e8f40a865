"""Services of joining."""
