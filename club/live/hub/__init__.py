"""Hub of live events of live."""
