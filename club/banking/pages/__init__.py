"""Pages of banking."""
