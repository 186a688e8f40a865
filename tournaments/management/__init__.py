"""Tournament reports paired and checked from a terminal."""
