"""Services of teams."""
