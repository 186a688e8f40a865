"""Site of the tournaments app."""
