"""API of club nights."""
