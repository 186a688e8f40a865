"""Cases of the tournaments app."""
