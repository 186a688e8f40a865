"""Services of privacy."""
