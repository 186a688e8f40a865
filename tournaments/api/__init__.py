"""The tournaments app's interface for programs."""
