"""Services of game records."""
