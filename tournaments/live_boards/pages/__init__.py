"""Pages of live boards."""
