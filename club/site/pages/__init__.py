"""Pages of site."""
