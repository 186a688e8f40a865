"""Checks of a round: derived independently from the snapshot, not by the engine's code."""
