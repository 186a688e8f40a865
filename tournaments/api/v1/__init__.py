"""Version 1: frozen once published; fields may be added."""
