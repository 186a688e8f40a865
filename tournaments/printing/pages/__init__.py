"""Pages of printing."""
