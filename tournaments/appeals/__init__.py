"""Appeals of the tournaments app."""
