"""Outcomes told of players instead of sides."""

from django.utils.translation import gettext as _

from tournaments.models import Entry, Outcome, Pairing


def sides_of(pairing: Pairing, game: int) -> tuple[Entry, Entry]:
    """Who has White and who has Black in a game: the sides change from game to game."""
    other = pairing.black or pairing.white
    return (pairing.white, other) if game % 2 else (other, pairing.white)


def outcome_of_players(pairing: Pairing, game: int, outcome: str) -> str:
    """How a game ended, with the winner's name."""
    white, black = sides_of(pairing, game)
    if outcome == Outcome.WHITE:
        return _("%(name)s won") % {"name": white.name}
    if outcome == Outcome.BLACK:
        return _("%(name)s won") % {"name": black.name}
    if outcome == Outcome.WHITE_FORFEIT:
        return _("%(name)s won by forfeit") % {"name": white.name}
    if outcome == Outcome.BLACK_FORFEIT:
        return _("%(name)s won by forfeit") % {"name": black.name}
    if outcome == Outcome.DRAW:
        return _("Drawn")
    return str(Outcome(outcome).label)
