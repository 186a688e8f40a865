"""Rating systems: expected score of a game, and rating changes."""
