"""Selectors of audit."""
