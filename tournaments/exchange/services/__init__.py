"""Services of exchange."""
