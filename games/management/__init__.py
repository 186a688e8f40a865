"""Reading and judging score files from a terminal."""
