"""Pages of privacy."""
