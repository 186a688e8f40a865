"""Pages of nights."""
