"""Pairing systems: a read-only snapshot goes in, a proposal with its reasons comes out."""
