"""Services of calendar."""
