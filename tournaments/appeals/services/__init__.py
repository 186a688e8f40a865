"""Services of appeals."""
