"""Services of banking."""
