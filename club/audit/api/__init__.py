"""API of audit."""
