"""Points, tie-breaks with their sums, ranking, cross-tables and prizes."""
