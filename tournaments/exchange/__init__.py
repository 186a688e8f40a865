"""Exchange of the tournaments app."""
