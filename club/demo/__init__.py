"""The demo club: what club puts into it."""
