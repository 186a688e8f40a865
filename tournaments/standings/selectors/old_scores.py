"""Boards of a round paired on scores that a ruling or a correction has changed since."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from club.audit.selectors import entries_with
from tournaments.events.systems import is_paired_by_results
from tournaments.models import Entry, Pairing, Round, StandingsSnapshot
from tournaments.standings.ranking.record import entrant_in


class OldScore(NamedTuple):
    """A player with the points that the round was paired on, and the current ones."""

    entry: Entry
    before: int
    now: int


class OldBoard(NamedTuple):
    """A board with its players whose points have changed."""

    pairing: Pairing
    players: tuple[OldScore, ...]


class OldScores(NamedTuple):
    """Scores that a round was paired on, and the standings that followed, with time and reason."""

    after: int
    boards: tuple[OldBoard, ...]
    followed_by: tuple[StandingsSnapshot, ...]


def paired_on_old_scores(row: Round) -> OldScores | None:
    """Return boards paired on other scores than those in force; None if there are none.

    A round paired before the preceding one was closed had no published scores.
    """
    section = row.section
    if row.number < 2 or not is_paired_by_results(section):  # noqa: PLR2004 - a first round has no scores
        return None
    rows = section.snapshots.filter(round_number=row.number - 1).order_by("pk")
    kept = list(rows.defer("columns", "facts", "rows"))
    if len(kept) < 2:  # noqa: PLR2004 - the first one alone: nothing followed it
        return None
    paired_at = _paired_at(row)
    known = [one for one in kept if paired_at is None or one.published_at <= paired_at]
    followed = tuple(kept[len(known) :])
    if not known or not followed:
        return None
    before, now = _points(known[-1]), _points(kept[-1])
    pairings = row.pairings.filter(black__isnull=False).select_related("white", "black")
    boards = [_board(pairing, before, now) for pairing in pairings]
    found = tuple(board for board in boards if board.players)
    return OldScores(row.number - 1, found, followed) if found else None


def _paired_at(row: Round) -> datetime | None:
    """Return the time at which the boards were made: by the log, else the time of publication."""
    made = entries_with(Round, [row.pk], action="tournaments.round.proposed")
    return max((one.at for one in made), default=row.published_at)


def _points(snapshot: StandingsSnapshot) -> dict[int, int]:
    """Return points by number for pairing: points that rulings took count in the table alone."""
    rows: list[Mapping[str, Any]] = snapshot.rows
    return {row["number"]: sum(one.points for one in entrant_in(row).outcomes) for row in rows}


def _board(pairing: Pairing, before: Mapping[int, int], now: Mapping[int, int]) -> OldBoard:
    scores = [
        OldScore(entry, before.get(entry.number or 0, 0), now.get(entry.number or 0, 0))
        for entry in (pairing.white, pairing.black)
        if entry is not None
    ]
    return OldBoard(pairing, tuple(one for one in scores if one.before != one.now))
