"""API of requests to join a club."""
