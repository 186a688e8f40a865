"""Boards followed while they are played: moves, clocks, the judge's alerts, spectators."""
