"""Pages of explorer."""
