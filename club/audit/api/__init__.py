"""API of the audit log."""
