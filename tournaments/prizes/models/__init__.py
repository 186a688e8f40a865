"""Models of prizes."""
