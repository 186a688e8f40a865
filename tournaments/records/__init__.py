"""Records of the tournaments app."""
