"""Services of cases."""
