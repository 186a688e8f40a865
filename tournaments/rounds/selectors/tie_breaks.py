"""Tie-break games of matches, in the order in which they were played."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tournaments.core.section_options import options_of
from tournaments.models import Entry, GameResult, Outcome, Pairing
from tournaments.pairing.knockout.tie_breaks import Lead, Scored, lead_of

EN_DASH: Final = "\N{EN DASH}"
POINTS: Final = {
    Outcome.WHITE: (2, 0),
    Outcome.WHITE_FORFEIT: (2, 0),
    Outcome.BLACK: (0, 2),
    Outcome.BLACK_FORFEIT: (0, 2),
    Outcome.DRAW: (1, 1),
    Outcome.BOTH_LOST: (0, 0),
    Outcome.DOUBLE_FORFEIT: (0, 0),
    Outcome.UNPLAYED: (0, 0),
}


class TieBreak(NamedTuple):
    """A tie-break game for pages: its number, the player with White, the result."""

    at: int
    result: GameResult
    white: Entry
    black: Entry
    points: tuple[int, int] | None

    @property
    def text(self) -> str:
        """The points of White and Black; empty while the game is not over."""
        return f"{self.points[0]}{EN_DASH}{self.points[1]}" if self.points else ""


def tie_breaks_of(pairing: Pairing) -> list[GameResult]:
    """The tie-break games of a match."""
    rows = GameResult.every.filter(pairing=pairing, is_tie_break=True)
    return list(rows.select_related("game").order_by("number"))


def tie_breaks_by_pairing(pairings: Iterable[Pairing]) -> dict[int, list[TieBreak]]:
    """Return the tie-break games of many matches, as text, by the key of the match."""
    known = {pairing.pk: pairing for pairing in pairings}
    rows = GameResult.every.filter(pairing__in=known, is_tie_break=True)
    found: dict[int, list[GameResult]] = {}
    for one in rows.select_related("game").order_by("number"):
        found.setdefault(one.pairing_id, []).append(one)
    return {key: tie_break_games(known[key], games) for key, games in found.items()}


def tie_break_games(pairing: Pairing, games: Sequence[GameResult]) -> list[TieBreak]:
    """Tie-break games with their players."""
    assert pairing.black is not None  # noqa: S101 - a bye is no match
    two = pairing.white, pairing.black
    return [
        TieBreak(at, one, *(two if one.number % 2 else two[::-1]), POINTS.get(Outcome(one.outcome)))
        for at, one in enumerate(games, start=1)
    ]


def score_text(pairing: Pairing, games: Sequence[GameResult]) -> str:
    """The points of both players in tie-break games, the first one of the match first; empty before any."""
    lead = lead_in(pairing, games)
    return f"{lead.first}{EN_DASH}{lead.second}" if lead.first or lead.second else ""


def lead_in(pairing: Pairing, games: Sequence[GameResult]) -> Lead:
    """Return the score of the tie-break games of a match."""
    return lead_of([_score_game(one) for one in games], options_of(pairing.round.section).tie_break_games)


def _score_game(game: GameResult) -> Scored | None:
    points = POINTS.get(Outcome(game.outcome))
    if points is None:
        return None
    return Scored(*(points if game.number % 2 else points[::-1]))
