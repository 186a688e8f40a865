"""Refusal of this package: a source that contains no game at all."""

from __future__ import annotations


class NotPdn(ValueError):
    """Raised for a source without a single game.

    Codes: `empty` (nothing but blanks), `binary` (facts: `kind`), `no_game` (facts: `characters`
    looked at). A faulty game never raises: it is returned with its warnings.
    """

    def __init__(self, code: str, **facts: object) -> None:
        """Store the stable code and its plain facts."""
        super().__init__(code)
        self.code = code
        self.facts = facts
