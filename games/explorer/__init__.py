"""Opening explorer and search of positions over the archive."""
