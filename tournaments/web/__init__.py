"""The tournaments app's web."""
