"""API of judging."""
