"""Helpers to read and judge score files from a terminal."""
