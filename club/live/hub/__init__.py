"""Hub of live event streams."""
