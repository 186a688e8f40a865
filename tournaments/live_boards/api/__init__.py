"""API of live boards."""
