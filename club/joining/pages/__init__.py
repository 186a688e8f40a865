"""Pages of joining."""
