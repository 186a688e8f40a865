"""Models of jobs."""
