"""Clubs and federations: how they are created, and how one is removed with all its rows."""
