"""Services of backups."""
