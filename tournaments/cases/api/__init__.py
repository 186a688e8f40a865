"""API of cases."""
