"""Ruling as stored in its game's record: `{Case 7: [%recalled b 11-16] caution (SL-I1)}`.

The facts are written where they are known and lead the judge to the same offence: a piece touched, moved over
a corner, adjusted or taken back. Otherwise the arbiter's finding: `[%incident b must_capture 11-16]`.
Offences of a player on one ladder are in the order of their rulings, since that made the second one the
second. One found later about an earlier move follows the first and names its move.
A reader of the record finds the same offences and proposes the same; the text gives the ruling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from games.laws import Finding, LawBook, Proposal, Replay, Verdict, judge
from games.laws.incidents import MOVES
from games.laws.rulings import IN_FORCE
from games.laws.rulings import command as ruling_command
from games.laws.scores.notes import Note, note_text, with_notes, without_notes
from games.pdn import read_game
from games.rules import Side, Variant
from tournaments.conduct.consequences import Consequence

ABOUT: Final = ("move", "square", "toward", "minutes", "about")
MAX_ABOUT_LENGTH: Final = 100
CHOSEN: Final = {
    "rectified": "put right",
    "let_stand": "left as it is",
    "huff": "a piece that should have captured is taken off",
    "play_on": "play goes on without the piece",
    "put_back": "the piece is put back",
    "lapsed": "left as it is, the next move was made",
}
END: Final = 1_000_000
"""Place of a note after all half-moves."""
Key: TypeAlias = tuple[str, Side | None]
VerdictSummary: TypeAlias = tuple[Counter[tuple[object, ...]], list[tuple[object, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFacts:
    """Ruling in force about a game, with the facts of its case; `ply` 0 is not known."""

    case: int
    code: str
    consequence: Consequence
    side: Side | None = None
    ply: int = 0
    details: Mapping[str, str] = field(default_factory=dict)
    recalled: str = ""
    article: str = ""
    points: int = 0
    choice: str = ""
    past: tuple[PastRuling, ...] = ()  # the rulings before it, the oldest first
    is_acquittal: bool = False  # the law book's offence was found to be none


class PastRuling(NamedTuple):
    """Ruling of a case that is no longer in force, with its `state`."""

    code: str
    consequence: Consequence
    article: str
    state: str


class Rungs(NamedTuple):
    """Ladder of a player in a game."""

    side: Side | None
    family: str


def ruling_notes(
    text: str, ruled: Sequence[RulingFacts], book: LawBook, variant: Variant
) -> tuple[Note, ...]:
    """Return the notes of a game's record about its rulings, in the order in which they were made."""
    plain = without_notes(text)
    before = _judge_text(plain, book, variant)
    shown = Counter(_key(found) for found in before.findings)
    notes: list[Note] = []
    behind: dict[Rungs, int] = {}
    for one in ruled:
        rungs, at = _rungs(one, book), _insertion_ply(one, before)
        if one.is_acquittal:
            if one.past or _is_shown(one, before, shown):
                notes.append(_note(one, "", at, before.replay))
            continue
        if _is_shown(one, before, shown):
            notes.append(_note(one, "", at, before.replay))
            behind[rungs] = max(at + 1, behind.get(rungs, 0))
            continue
        place = behind[rungs] = max(at, behind.get(rungs, 0)) if rungs.family else at
        said = _note(one, _incident(one), place, before.replay)
        is_there = place == at and _can_show(one, before)
        shown_by = _note(one, _facts(one), place, before.replay) if is_there else said
        if shown_by != said:
            by_facts, by_word = (
                _summarize_verdict(_judge_text(with_notes(plain, [*notes, note], variant), book, variant))
                for note in (shown_by, said)
            )
            said = shown_by if by_facts == by_word else said
        notes.append(said)
    return tuple(notes)


def _judge_text(text: str, book: LawBook, variant: Variant) -> Verdict:
    return judge(read_game(text), book, variant=variant)


def _is_shown(one: RulingFacts, before: Verdict, shown: Counter[Key]) -> bool:
    """Return whether the score itself shows the offence already, as an illegal move in it does."""
    key: Key = (one.code, one.side)
    plies = {found.ply for found in before.findings if _key(found) == key}
    if not shown[key] or (one.ply and one.ply not in plies):
        return False
    shown[key] -= 1
    return True


def _key(found: Finding) -> Key:
    return found.code, found.side


def _can_show(one: RulingFacts, before: Verdict) -> bool:
    """Return whether the position of the incident is known, and something of what happened."""
    return one.side is not None and 0 < one.ply <= before.plies + 1 and bool(_facts(one))


def _facts(one: RulingFacts) -> str:
    """Return the command with the facts, which leaves the verdict to the laws; "" without the facts."""
    square, toward = one.details.get("square", ""), one.details.get("toward", "")
    move = one.recalled or one.details.get("move", "")
    if one.code in {"touched_not_moved", "touched_unmovable"} and square:
        return _command("touch", one, square)
    if one.code == "left_over_corner" and square and toward:
        return _command("corner", one, f"{square} {toward}")
    if one.code == "adjusted_unannounced" and square:
        return _command("adjust", one, square)
    return _command("recalled", one, move) if one.code in MOVES and move else ""


def _incident(one: RulingFacts) -> str:
    """Return the command with the arbiter's finding and the few known facts."""
    known = {**one.details, **({"move": one.recalled} if one.recalled else {})}
    about = " ".join(known[name] for name in ABOUT if known.get(name))
    return _command("incident", one, f"{one.code} {about[:MAX_ABOUT_LENGTH]}")


def _command(name: str, one: RulingFacts, argument: str) -> str:
    side = "-" if one.side is None else one.side.key[0]
    plain = " ".join(argument.replace("[", "(").replace("]", ")").split())
    return f"[%{name} {side} {plain}]"


def _insertion_ply(one: RulingFacts, before: Verdict) -> int:
    """Return the half-move before which the note is placed, if the score has it; otherwise the end."""
    return one.ply if 0 < one.ply <= len(before.record.moves) else END


def _rungs(one: RulingFacts, book: LawBook) -> Rungs:
    """Return player and family of the ladder that the ruling climbs; no family where it climbs none."""
    climbs = one.side is not None and bool(book.steps(one.code))
    return Rungs(one.side, book.family(one.code) if climbs else "")


def _note(one: RulingFacts, command: str, place: int, played: Replay) -> Note:
    """Return the note: command, ruling, and the move if it is placed before another one."""
    consequence = "no sanction" if one.is_acquittal else one.consequence.value.replace("_", " ")
    words = [*_history(one), command, consequence]
    if one.points:
        words.append(f"{one.points}")
    if one.article:
        words.append(f"({one.article})")
    if one.choice:
        words.append(f"- {CHOSEN[one.choice]}")
    if one.ply and place != one.ply:
        words.append(f"- {played.move_name(one.ply)}")
    return Note(place if place < END else 0, note_text(one.case, " ".join(words)))


def _history(one: RulingFacts) -> list[str]:
    """List the commands of the rulings before the one in force, and its own; none if it is the first.

    An acquittal is listed even alone: without it the record would claim an offence.
    """
    side = one.side
    if side is None or not (one.past or one.is_acquittal):
        return []
    rulings = [*one.past, PastRuling(one.code, one.consequence, one.article, IN_FORCE)]
    return [
        ruling_command(side, code, what.value, article, state, one.ply)
        for code, what, article, state in rulings
    ]


def _summarize_verdict(verdict: Verdict) -> VerdictSummary:
    """Reduce a verdict to findings, their players, articles and consequences, to compare two records."""
    found = Counter[tuple[object, ...]](
        (one.code, one.side, one.ply, one.article, one.severity) for one in verdict.findings
    )
    follows = [(one.code, one.side, one.ply, *_rung(one)) for one in verdict.proposals]
    return found, follows


def _rung(one: Proposal) -> tuple[object, ...]:
    return one.sanction, one.article, one.offences, one.choices
