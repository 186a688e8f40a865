"""Services of explorer."""
