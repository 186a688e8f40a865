"""Knock-out: a player is out after one loss or two. FIDE has no text on it: the rules here are usage."""
