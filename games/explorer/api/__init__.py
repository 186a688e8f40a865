"""API of explorer."""
