"""Work on the text of a score: compare, repair, annotate."""
