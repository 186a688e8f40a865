"""Offences add up per player and game; each climbs the ladder its law book gives it (SL-I3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.laws.law_book import LawBook, Sanction, Step
from games.laws.verdict import Proposal, Reading
from games.rules import Side

PUT_BACK: Final = ("play_on", "put_back")  # SL-M12
RECTIFY: Final = ("rectified", "let_stand")  # FMJD 5.4
HUFF: Final = ("huff", "let_stand")  # the old rule; SL-M14 has abolished it
TOUCHED: Final = "touched_not_moved"
TAKEN_BACK: Final = "move_taken_back"
HUFF_OR_RECTIFY: Final = ("rectified", "huff", "let_stand")


class Offence(NamedTuple):
    """One breach by one player; `key` names the ruling it falls under."""

    ply: int
    side: Side
    code: str
    key: str = ""
    if_played: bool = False  # it may be a slip of the pen and not of the hand
    same_move: bool = False  # a further fault of a move that was counted already (SL-I3)
    pieces: tuple[str, ...] = ()  # squares of those that should have captured, where they can be huffed
    stood: bool = False  # play went on from it


def proposals(offences: Iterable[Offence], book: LawBook) -> tuple[Proposal, ...]:
    """Propose what follows from each offence, in order, counting per player and kind.

    SL-I3 forfeits the game for a second wrong move: two faults in one move are one offence.
    """
    counted: Counter[tuple[Side, str]] = Counter()
    proposed: list[Proposal] = []
    for offence in offences:
        key = offence.key or offence.code
        steps = book.steps(key)
        if not steps:
            continue
        kind = (offence.side, book.family(key))
        if not (offence.same_move and counted[kind]):
            counted[kind] += 1
        step = steps[min(counted[kind], len(steps)) - 1]
        proposed.append(
            Proposal(
                side=offence.side,
                ply=offence.ply,
                sanction=step.sanction,
                article=_article(offence, step, book),
                offences=counted[kind],
                code=offence.code,
                choices=step.choices or _choices(offence.code, step.sanction),
                if_played=offence.if_played,
                pieces=offence.pieces,
                stood=offence.stood,
                readings=_readings(offence, step, book),
            )
        )
    return tuple(proposed)


def _article(offence: Offence, step: Step, book: LawBook) -> str:
    """Cite what the sanction follows from: an opponent who has made the next move decides no more."""
    is_accepted = offence.stood and step.sanction is Sanction.OPPONENT_CHOOSES
    return (book.accepting_article if is_accepted else "") or step.article


def _readings(offence: Offence, step: Step, book: LawBook) -> tuple[Reading, ...]:
    """Return both readings of a finished legal move that was taken back for one with another piece.

    By SL-T6 withdrawing the hand ended the move, and the first move remains. By SL-T4 a playable piece was
    touched and another was moved. Empty where the same follows from both.
    """
    touched = book.steps(TOUCHED)
    is_other_piece = (offence.key or offence.code) == TAKEN_BACK and offence.code in {TOUCHED, TAKEN_BACK}
    if not is_other_piece or not touched or touched[0].sanction is step.sanction:
        return ()
    return (
        Reading(TAKEN_BACK, book.article_for(TAKEN_BACK), step.sanction, step.article),
        Reading(TOUCHED, book.article_for(TOUCHED), touched[0].sanction, touched[0].article),
    )


def until_lost(proposed: Sequence[Proposal]) -> tuple[tuple[Proposal, ...], Proposal | None]:
    """Leave out what comes after a forfeit; give the rest and the forfeit if something was left out.

    A forfeit that depends on whether the move was really played ends nothing. A further fault of the move
    that was forfeited for is no later offence.
    """
    is_lost = (one for one in proposed if one.sanction is Sanction.FORFEIT and not one.if_played)
    lost = next(is_lost, None)
    if lost is None:
        return tuple(proposed), None
    end = proposed.index(lost) + 1
    same = (lost.ply, lost.side, lost.offences)
    remaining = [one for one in proposed[end:] if (one.ply, one.side, one.offences) == same]
    remaining = [*proposed[:end], *remaining]
    return tuple(remaining), lost if len(remaining) < len(proposed) else None


def _choices(code: str, sanction: Sanction) -> tuple[str, ...]:
    """Name what the opponent may choose between, where the law leaves it to him."""
    if sanction is Sanction.OPPONENT_CHOOSES:
        return RECTIFY
    return PUT_BACK if code == "own_piece_removed" and sanction is Sanction.CAUTION else ()
