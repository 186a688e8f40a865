"""Services of live boards."""
