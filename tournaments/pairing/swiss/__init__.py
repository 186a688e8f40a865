"""The FIDE Dutch system."""
