"""Services of rounds."""
