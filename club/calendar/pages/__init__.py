"""Pages of calendar."""
