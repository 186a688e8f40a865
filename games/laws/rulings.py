"""Rulings given in a record, with their state: `[%ruling b must_capture game_lost SL-I3 overruled 9]`.

They are in the note of their case. The arbiter rules; the judge proposes nothing that a ruling
has set aside or decided otherwise. The words are side, code, consequence, article (`-`: none), state, and the
half-move where it is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.laws.ladder import Offence, proposals
from games.laws.law_book import LawBook, Sanction
from games.laws.replay_result import Replay
from games.laws.touches import SIDES, token_plies
from games.laws.verdict import Finding, Proposal, Severity
from games.pdn import Comment, GameRecord, MoveText
from games.rules import Side

COMMAND: Final = "ruling"
IN_FORCE: Final = "in_force"
SUPERSEDED: Final = "superseded"  # by another ruling of an arbiter
OVERRULED: Final = "overruled"  # on appeal
STATES: Final = (IN_FORCE, SUPERSEDED, OVERRULED)
NO_SANCTION: Final = "none"
FOUND_AS: Final = "ruling_told"
SANCTIONS: Final[Mapping[str, Sanction]] = {
    "game_lost": Sanction.FORFEIT,
    "warning": Sanction.WARNING,
    "caution": Sanction.CAUTION,
    "opponent_chooses": Sanction.OPPONENT_CHOOSES,
}
"""Words for consequences that law books know as sanctions, the gravest first."""
_CASE: Final = re.compile(r"Case (\d{1,9}):")
_LEAST_WORDS: Final = 5
MAX_RULINGS: Final = 50  # offences ruled on; no game has more
MAX_DIGITS: Final = 9


class RecordedRuling(NamedTuple):
    """Ruling of a case; `at` is the half-move it is about, 0: not known, `ply` the one it is written at."""

    case: int
    side: Side
    code: str
    consequence: str
    article: str
    state: str
    at: int
    ply: int
    offset: int


class Settled(NamedTuple):
    """Consequences of the offences of a game once its rulings were read."""

    proposals: tuple[Proposal, ...]
    findings: tuple[Finding, ...]


def command(side: Side, code: str, consequence: str, article: str, state: str, at: int = 0) -> str:
    """Return the text of a ruling in a comment."""
    words = (side.key[0], code, consequence, article or "-", state, *((str(at),) if at else ()))
    return f"[%{COMMAND} {' '.join(words)}]"


def recorded_rulings(record: GameRecord, played: Replay) -> Iterator[RecordedRuling]:
    """Read the rulings of the main line, in order; one that is not written as `command` writes it is none."""
    plies, index = token_plies(record, played), 0
    for element in record.body:
        if isinstance(element, MoveText):
            index += 1
        elif isinstance(element, Comment) and f"[%{COMMAND}" in element.text:
            ply = plies[index] if index < len(plies) else len(played.moves) + 1
            case = _CASE.match(element.text)
            for one in element.commands:
                words = one.argument.split()
                if one.name != COMMAND or len(words) < _LEAST_WORDS or words[0] not in SIDES:
                    continue
                side, code, consequence, article, state = words[:_LEAST_WORDS]
                at = words[_LEAST_WORDS] if len(words) > _LEAST_WORDS else ""
                if state in STATES:
                    yield RecordedRuling(
                        int(case[1]) if case else 0,
                        SIDES[side],
                        code,
                        consequence,
                        "" if article == "-" else article,
                        state,
                        int(at) if at.isdecimal() and len(at) <= MAX_DIGITS else 0,
                        ply,
                        element.offset,
                    )


def settle(
    record: GameRecord, offences: Sequence[Offence], recorded: Sequence[RecordedRuling], book: LawBook
) -> Settled:
    """Propose the consequences of the offences, except those settled by the rulings in the record.

    An offence that a ruling set aside is none and counts on no ladder. One that was ruled on otherwise than
    the book asks counts, and nothing is proposed for it.
    """
    histories = _histories(recorded)[:MAX_RULINGS]
    left = list(offences)
    asked = (
        {(one.ply, one.side, one.code): one.sanction for one in proposals(left, book)} if histories else {}
    )
    decided: dict[tuple[int, Side, str], str] = {}
    for rulings in histories:
        offence = _offence_of(rulings, left, asked)
        if offence is None:
            continue
        now = _in_force(rulings)
        if now == NO_SANCTION:
            left.remove(offence)
        else:
            decided[offence.ply, offence.side, offence.code] = now
    climbed = [
        one for one in proposals(left, book) if _agrees(one, decided.get((one.ply, one.side, one.code)))
    ]
    shown = [
        rulings for rulings in histories if rulings[0].state != IN_FORCE or _in_force(rulings) == NO_SANCTION
    ]
    return Settled(tuple(climbed), tuple(_finding(record, rulings) for rulings in shown))


def _agrees(proposal: Proposal, consequence: str | None) -> bool:
    """Return True if no ruling differs from a proposal."""
    return consequence is None or SANCTIONS.get(consequence) is proposal.sanction


def _histories(recorded: Sequence[RecordedRuling]) -> list[list[RecordedRuling]]:
    """Return the rulings on each offence of each case, the oldest first."""
    found: dict[tuple[int, Side, str], list[RecordedRuling]] = {}
    for one in recorded:
        found.setdefault((one.case, one.side, one.code), []).append(one)
    return list(found.values())


def _in_force(rulings: Sequence[RecordedRuling]) -> str:
    """Return the consequence in force; none for an offence ruled on as another one, or as none."""
    last = rulings[-1]
    return last.consequence if last.state == IN_FORCE else NO_SANCTION


def _offence_of(
    rulings: Sequence[RecordedRuling],
    left: Sequence[Offence],
    asked: Mapping[tuple[int, Side, str], Sanction],
) -> Offence | None:
    """Return the offence of rulings: at their half-move, else one for which the book asks the same."""
    first = rulings[0]
    same = [
        one
        for one in left
        if one.side is first.side and first.code in {one.code, one.key} and first.at in {0, one.ply}
    ]
    ruled = [
        sanction for word, sanction in SANCTIONS.items() if any(one.consequence == word for one in rulings)
    ]
    alike = [one for what in ruled for one in same if asked.get((one.ply, one.side, one.code)) is what]
    return next(iter([*alike, *same]), None)


def _finding(record: GameRecord, rulings: Sequence[RecordedRuling]) -> Finding:
    """Report the ruling, what became of it, and the consequence in force."""
    first, last = rulings[0], rulings[-1]
    before = next((one for one in reversed(rulings) if one.state != IN_FORCE), last)
    line, column = record.locate(last.offset)
    facts = {
        "case": last.case,
        "incident": first.code,
        "was": before.consequence,
        "was_article": before.article,
        "state": before.state,
        "now": _in_force(rulings),
        "rulings": [
            {"consequence": one.consequence, "article": one.article, "state": one.state} for one in rulings
        ],
    }
    article = last.article if last.state == IN_FORCE else ""
    return Finding(FOUND_AS, Severity.NOTE, first.at or last.ply, last.side, article, facts, line, column)
