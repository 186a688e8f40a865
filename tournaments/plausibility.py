"""What looks wrong in the results of a round, and may be so all the same: nothing here stops anybody."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from tournaments.models import Entry, EntryState, GameResult, Outcome, Pairing, Round, RoundState
from tournaments.outcome_texts import sides_of
from tournaments.translate import FORFEITS, PLAYED


@dataclass(frozen=True, slots=True, kw_only=True)
class StuckKey:
    """When equal results in a row look like a key that hangs: so many boards in so many seconds."""

    boards: int
    seconds: int


STUCK: Final = StuckKey(boards=8, seconds=30)


class Doubt(NamedTuple):
    """Something to be asked: its code, the board and game, and what makes it another one when it changes."""

    code: str
    pairing: Pairing | None
    game: int
    about: str
    facts: Mapping[str, Any]


def doubts_of(row: Round) -> list[Doubt]:
    """What there is to be asked of the results of a round that is on, but for what was said to be so."""
    if row.state != RoundState.PUBLISHED:
        return []
    pairings = list(
        row.pairings.filter(black__isnull=False)
        .select_related("white", "black")
        .prefetch_related("games__game")
        .order_by("board_number")
    )
    for pairing in pairings:
        pairing.round = row
    accepted = set(row.accepted_doubts.values_list("code", "about"))
    entries = [entry for one in pairings for entry in (one.white, one.black) if entry]
    is_checked_in = any(entry.checked_in_at is not None for entry in entries)
    found = list(_stuck(pairings))
    for pairing in pairings:
        found += _of_board(pairing, is_checked_in=is_checked_in)
    return [doubt for doubt in found if (doubt.code, doubt.about) not in accepted]


def _of_board(pairing: Pairing, *, is_checked_in: bool) -> Iterator[Doubt]:
    results = list(pairing.games.all())
    for result in results:
        outcome = Outcome(result.outcome)
        if outcome in PLAYED:
            yield from _upset(pairing, result)
            yield from _record(pairing, result)
            yield from _absent(pairing, result, is_checked_in=is_checked_in)
        if outcome in FORFEITS and any(one.outcome in PLAYED for one in results):
            yield _doubt("forfeit_after_play", pairing, result)
        if result.is_adjudicated and not result.note:
            yield _doubt("adjudicated_without_reason", pairing, result)


def _doubt(code: str, pairing: Pairing, result: GameResult, **facts: Any) -> Doubt:
    about = f"{pairing.pk}:{result.number}:{result.outcome}"
    return Doubt(code, pairing, result.number, about, facts)


def _winner_and_loser(pairing: Pairing, result: GameResult) -> tuple[Entry, Entry] | None:
    white, black = sides_of(pairing, result.number)
    return {Outcome.WHITE: (white, black), Outcome.BLACK: (black, white)}.get(Outcome(result.outcome))


def _upset(pairing: Pairing, result: GameResult) -> Iterator[Doubt]:
    least, sides = pairing.round.section.upset_difference, _winner_and_loser(pairing, result)
    if not least or sides is None:
        return
    winner, loser = sides
    if winner.rating and loser.rating - winner.rating >= least:
        difference = loser.rating - winner.rating
        yield _doubt("upset", pairing, result, winner=winner.name, loser=loser.name, difference=difference)


def _record(pairing: Pairing, result: GameResult) -> Iterator[Doubt]:
    """A recorded game says who won by the record's own result, and the judge whether the board agrees."""
    record = result.game
    if record is None:
        return
    if record.winner in PLAYED and record.winner != result.outcome:
        yield _doubt("record_differs", pairing, result, record=record.winner)
    if "result_against_board" in record.codes:
        yield _doubt("judge_differs", pairing, result)


def _absent(pairing: Pairing, result: GameResult, *, is_checked_in: bool) -> Iterator[Doubt]:
    for entry in sides_of(pairing, result.number):
        if entry.state == EntryState.WITHDRAWN:
            yield _doubt("withdrawn_played", pairing, result, name=entry.name)
        elif is_checked_in and entry.checked_in_at is None:
            yield _doubt("not_there_played", pairing, result, name=entry.name)


def _stuck(pairings: Iterable[Pairing]) -> Iterator[Doubt]:
    """Runs of equal keys by one person: as many boards, as few seconds as STUCK has it."""
    rows = [
        (result.entered_at, result.entered_key, _key(result), pairing.board_number)
        for pairing in pairings
        for result in pairing.games.all()
        if result.entered_at is not None and result.outcome in PLAYED
    ]
    by_person = sorted(rows, key=lambda row: (row[1], row[0]))
    for (who, key), group in groupby(by_person, key=lambda row: (row[1], row[2])):
        run = list(group)
        for at in range(len(run) - STUCK.boards + 1):
            first, last = run[at][0], run[at + STUCK.boards - 1][0]
            if last - first <= timedelta(seconds=STUCK.seconds):
                boards = sorted({row[3] or 0 for row in run})
                yield Doubt("stuck_key", None, 0, f"{who}:{key}:{boards[0]}-{boards[-1]}", {"boards": boards})
                break


def _key(result: GameResult) -> int:
    """The key that enters this result: 1 the first player, 2 drawn, 3 the second."""
    if result.outcome == Outcome.DRAW:
        return 2
    return 1 if (result.outcome == Outcome.WHITE) == (result.number % 2 == 1) else 3
