"""FIDE Dutch system."""
