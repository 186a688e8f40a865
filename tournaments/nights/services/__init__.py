"""Services of nights."""
