"""Version 1: fields may be added, nothing is taken away; anything else is version 2 beside it."""
