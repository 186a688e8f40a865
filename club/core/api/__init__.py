"""Base of the API."""
