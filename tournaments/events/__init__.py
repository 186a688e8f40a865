"""Events of the tournaments app."""
