"""API of players."""
