"""Results of the tournaments app."""
