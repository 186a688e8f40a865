"""API of rounds."""
