"""Pages of house rules."""
