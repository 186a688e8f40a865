"""Services of site."""
