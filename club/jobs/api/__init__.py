"""API of jobs."""
