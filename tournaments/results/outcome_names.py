"""Outcomes by player instead of by side."""

from django.utils.translation import gettext as _

from tournaments.models import Entry, GameResult, Outcome, Pairing
from tournaments.results.result_marks import with_mark


def sides_of(pairing: Pairing, game: int) -> tuple[Entry, Entry]:
    """Return White and Black of a game: the sides change from game to game."""
    other = pairing.black or pairing.white
    return (pairing.white, other) if game % 2 else (other, pairing.white)


def names_at(pairing: Pairing, result: GameResult) -> tuple[str, str]:
    """Return the names of White and Black in a game; between teams the members, with their team."""
    teams = (pairing.white, pairing.black or pairing.white)
    members = (result.first_member, result.second_member)
    first, second = (
        f"{member.name} ({team.name})" if member else team.name
        for member, team in zip(members, teams, strict=True)
    )
    return (first, second) if result.number % 2 else (second, first)


def outcome_of_players(
    pairing: Pairing, game: int, outcome: str, names: tuple[str, str] | None = None, *, mark: str = ""
) -> str:
    """Return the outcome of a game with the winner's name: the entry's, or the one given for the side."""
    sides = sides_of(pairing, game)
    white, black = names or (sides[0].name, sides[1].name)
    return with_mark(_outcome_text(outcome, white, black), mark, white, black)


def _outcome_text(outcome: str, white: str, black: str) -> str:
    winner = {"name": white if outcome in {Outcome.WHITE, Outcome.WHITE_FORFEIT} else black}
    if outcome in {Outcome.WHITE, Outcome.BLACK}:
        return _("%(name)s won") % winner
    if outcome in {Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT}:
        return _("%(name)s won by forfeit") % winner
    if outcome == Outcome.DRAW:
        return _("Drawn")
    return str(Outcome(outcome).label)
