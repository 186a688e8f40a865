"""API of accounts."""
