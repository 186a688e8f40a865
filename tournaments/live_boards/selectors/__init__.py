"""Selectors of live boards."""
