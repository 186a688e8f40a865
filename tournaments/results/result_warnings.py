"""Doubts about the results of a round: warnings that block nothing."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.db.models import Q, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from tournaments.core.selectors import GAMES_BY_BOARD
from tournaments.core.translate import FORFEITS, PLAYED
from tournaments.models import Entry, EntryState, GameResult, Outcome, Pairing, Round, RoundState
from tournaments.results.outcome_names import outcome_of_players, sides_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StuckKey:
    """Limits for a stuck key, as a run of equal results: number of boards in a number of seconds."""

    boards: int
    seconds: int


STUCK: Final = StuckKey(boards=8, seconds=30)


class ResultWarning(NamedTuple):
    """A doubt: its code, the board and game, and a key that changes with the result."""

    code: str
    pairing: Pairing | None
    game: int
    about: str
    facts: Mapping[str, Any]


def warnings_of(row: Round) -> list[ResultWarning]:
    """Return the doubts about the results of a round in progress, without confirmed ones."""
    rows = row.pairings.filter(black__isnull=False).select_related("white", "black")
    return [*round_warnings(row), *warnings_at(row, rows.prefetch_related("games").order_by("board_number"))]


def round_warnings(row: Round) -> list[ResultWarning]:
    """Return the doubts about the round as a whole: stuck keys."""
    return _unconfirmed(row, _stuck_keys(row)) if row.state == RoundState.PUBLISHED else []


def warnings_at(row: Round, pairings: Iterable[Pairing]) -> list[ResultWarning]:
    """Return the doubts about some boards of a round, read with their players and games."""
    boards = [pairing for pairing in pairings if pairing.black_id]
    if row.state != RoundState.PUBLISHED or not boards:
        return []
    prefetch_related_objects(boards, "games__game")
    for pairing in boards:
        pairing.round = row
    seen = Q(white__checked_in_at__isnull=False) | Q(black__checked_in_at__isnull=False)
    is_checked_in = row.pairings.filter(seen, black__isnull=False).exists()
    found = [doubt for pairing in boards for doubt in _of_board(pairing, is_checked_in=is_checked_in)]
    return _unconfirmed(row, found)


def _unconfirmed(row: Round, doubts: Iterable[ResultWarning]) -> list[ResultWarning]:
    """Filter out the confirmed doubts."""
    found = list(doubts)
    accepted = set(row.accepted_doubts.values_list("code", "about")) if found else set()
    return [doubt for doubt in found if (doubt.code, doubt.about) not in accepted]


def _of_board(pairing: Pairing, *, is_checked_in: bool) -> Iterator[ResultWarning]:
    results = list(pairing.games.all())
    for result in results:
        outcome = Outcome(result.outcome)
        if outcome in PLAYED:
            yield from _upset(pairing, result)
            yield from _record(pairing, result)
            yield from _absent_players(pairing, result, is_checked_in=is_checked_in)
        if outcome in FORFEITS and any(one.outcome in PLAYED for one in results):
            yield _warning("forfeit_after_play", pairing, result)
        if result.is_adjudicated and not result.note:
            yield _warning("adjudicated_without_reason", pairing, result)


def _warning(code: str, pairing: Pairing, result: GameResult, **facts: Any) -> ResultWarning:
    about = f"{pairing.pk}:{result.number}:{result.outcome}"
    return ResultWarning(code, pairing, result.number, about, facts)


def _winner_and_loser(pairing: Pairing, result: GameResult) -> tuple[Entry, Entry] | None:
    white, black = sides_of(pairing, result.number)
    return {Outcome.WHITE: (white, black), Outcome.BLACK: (black, white)}.get(Outcome(result.outcome))


def _upset(pairing: Pairing, result: GameResult) -> Iterator[ResultWarning]:
    least, sides = pairing.round.section.upset_difference, _winner_and_loser(pairing, result)
    if not least or sides is None:
        return
    winner, loser = sides
    if winner.rating and loser.rating - winner.rating >= least:
        difference = loser.rating - winner.rating
        yield _warning("upset", pairing, result, winner=winner.name, loser=loser.name, difference=difference)


def _record(pairing: Pairing, result: GameResult) -> Iterator[ResultWarning]:
    """Compare the result with the recorded game's own result, and with the judge's verdict on the board."""
    record = result.game
    if record is None:
        return
    if record.winner in PLAYED and record.winner != result.outcome:
        yield _warning("record_differs", pairing, result, record=record.winner)
    if "result_against_board" in record.codes:
        yield _warning("judge_differs", pairing, result)


def _absent_players(pairing: Pairing, result: GameResult, *, is_checked_in: bool) -> Iterator[ResultWarning]:
    for entry in sides_of(pairing, result.number):
        if entry.state == EntryState.WITHDRAWN:
            yield _warning("withdrawn_played", pairing, result, name=entry.name)
        elif is_checked_in and entry.checked_in_at is None:
            yield _warning("not_there_played", pairing, result, name=entry.name)


def _stuck_keys(row: Round) -> Iterator[ResultWarning]:
    """Find runs of equal keys by one person, within the limits of STUCK."""
    games = GameResult.objects.filter(
        pairing__round=row, pairing__black__isnull=False, entered_at__isnull=False, outcome__in=PLAYED
    ).order_by(*GAMES_BY_BOARD)
    entered = games.values_list("entered_at", "entered_key", "outcome", "number", "pairing__board_number")
    rows = [(at, who, _key(outcome, game), board) for at, who, outcome, game, board in entered if at]
    by_person = sorted(rows, key=lambda row: (row[1], row[0]))
    for (who, key), group in groupby(by_person, key=lambda row: (row[1], row[2])):
        run = list(group)
        for at in range(len(run) - STUCK.boards + 1):
            first, last = run[at][0], run[at + STUCK.boards - 1][0]
            if last - first <= timedelta(seconds=STUCK.seconds):
                boards = sorted({row[3] or 0 for row in run})
                yield ResultWarning(
                    "stuck_key", None, 0, f"{who}:{key}:{boards[0]}-{boards[-1]}", {"boards": boards}
                )
                break


def _key(outcome: str, game: int) -> int:
    """The key that enters this outcome of a game: 1 the first player, 2 drawn, 3 the second."""
    if outcome == Outcome.DRAW:
        return 2
    return 1 if (outcome == Outcome.WHITE) == (game % 2 == 1) else 3


SENTENCES: Final[dict[str, Any]] = {
    "upset": _("%(winner)s beat %(loser)s, who is rated %(difference)s higher."),
    "record_differs": _("The game record has a different result: %(record)s."),
    "judge_differs": _("The game record does not end as the result says."),
    "withdrawn_played": _("%(name)s has withdrawn but has a result."),
    "not_there_played": _("%(name)s is not checked in but has a result."),
    "forfeit_after_play": _("Forfeited, although another game of the match was played."),
    "adjudicated_without_reason": _("Adjudicated without a reason."),
    "stuck_key": _("Same key pressed within seconds at boards %(boards)s. Was it stuck?"),
}


def warning_text(doubt: ResultWarning) -> str:
    """Return a doubt as a sentence."""
    facts = dict(doubt.facts)
    if "boards" in facts:
        facts["boards"] = ", ".join(map(str, facts["boards"]))
    if "record" in facts and doubt.pairing is not None:
        facts["record"] = outcome_of_players(doubt.pairing, doubt.game, Outcome(facts["record"]))
    return str(SENTENCES[doubt.code]) % facts
