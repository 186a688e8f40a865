"""The demo games: records, their sources, and how they are loaded."""
