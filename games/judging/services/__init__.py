"""Services of judging."""
