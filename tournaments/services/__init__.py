"""The tournaments app's services."""
