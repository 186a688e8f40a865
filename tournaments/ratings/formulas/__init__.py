"""Rating systems: what a game is expected to bring, and what it changes."""
