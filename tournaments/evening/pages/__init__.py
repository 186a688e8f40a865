"""Pages of players' phones."""
