"""Models of rounds."""
