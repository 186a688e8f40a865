"""Services of ratings."""
