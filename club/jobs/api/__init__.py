"""API of jobs and of outgoing messages."""
