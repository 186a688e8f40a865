"""API of files."""
