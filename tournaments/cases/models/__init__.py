"""Models of cases."""
