"""Shared parts of the games API."""
