"""Pages of prizes."""
