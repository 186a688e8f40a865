"""Teams of the tournaments app."""
