"""Services of jobs."""
