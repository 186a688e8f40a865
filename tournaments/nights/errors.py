"""Refusals of club nights, by stable codes; `texts` has the texts."""

from club.core.errors import ClubError


class NoNightHere(ClubError):
    """The section is no season of club nights. Facts: section."""

    code = "no_night_here"


class NoNightOpen(ClubError):
    """No night is in progress. Facts: section."""

    code = "no_night_open"


class NobodyWaits(ClubError):
    """No player without an opponent is available. Facts: name."""

    code = "nobody_waits"


class NotHere(ClubError):
    """The player is not noted as present. Facts: name."""

    code = "not_here"


class PlaysAlready(ClubError):
    """The player has a board in this round. Facts: name, board."""

    code = "plays_already"


class NobodyNamed(ClubError):
    """No name was given."""

    code = "nobody_named_tonight"
    status = 422
