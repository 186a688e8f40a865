"""Limits on over-long input, so that no input can fill the memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Sizes at which the reader cuts with a warning; all in characters unless named."""

    record: int = 1_000_000  # one game with its tags and comments
    tag_value: int = 65_536
    barren: int = 16_000_000  # text read without a single game before the source is refused
    nesting: int = 64  # depth of variations; deeper ones are stored as text
    warnings: int = 200  # a record; the rest are counted
    chunk: int = 262_144  # bytes or characters taken from the source at a time


DEFAULT_LIMITS = Limits()
