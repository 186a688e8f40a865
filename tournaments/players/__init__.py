"""Public pages of players: all events, games, ratings and opponents of a person on this site."""
