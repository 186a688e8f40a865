"""Verdict of the judge: findings, claims, proposals and the result, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from games.laws.law_book import LawBook, Sanction
from games.laws.replay_result import Replay
from games.pdn import GameRecord
from games.rules import Move, Side, Variant

Facts = Mapping[str, Any]


class Severity(StrEnum):
    """Severity of a finding: the game cannot go on, a question must be asked, or information only."""

    ERROR = "error"
    DOUBT = "doubt"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, by its stable code, with the article that speaks of it."""

    code: str
    severity: Severity
    ply: int
    side: Side | None
    article: str
    facts: Facts = field(default_factory=dict)
    line: int = 0
    column: int = 0


def also_broken_off(finding: Finding, book: LawBook) -> list[Finding]:
    """List the lesser fault of a capture that was not the obligatory one: it was broken off too."""
    if finding.code != "not_the_priority_capture" or not finding.facts.get("goes_on_as"):
        return []
    code = "capture_incomplete"
    facts = {key: finding.facts[key] for key in ("text", "goes_on_as")}
    details = {**facts, "beside": finding.code, "articles": list(book.articles_for(code))}
    return [replace(finding, code=code, article=book.article_for(code), facts=details)]


@dataclass(frozen=True, slots=True)
class Claim:
    """A draw that could be claimed: by whom, from whose turn on, and the plies that prove it.

    `from_ply` is the turn on which the claim is made: the claim comes before that ply is played.
    """

    code: str
    article: str
    status: str
    side: Side
    from_ply: int
    evidence: tuple[int, ...]
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """One of two readings of what happened, with what follows by it; the arbiter chooses."""

    code: str  # the ruling it falls under: move_taken_back or touched_not_moved
    article: str
    sanction: Sanction
    sanction_article: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposal of the ladder for an offence. The judge proposes, the arbiter rules."""

    side: Side
    ply: int
    sanction: Sanction
    article: str
    offences: int  # of this kind, by this player, in this game, this one included
    code: str
    choices: tuple[str, ...] = ()  # what the opponent may choose between, where the law lets him
    if_played: bool = False  # the score may be wrong and not the player
    pieces: tuple[str, ...] = ()  # squares of those that may be huffed, after the wrong move
    stood: bool = False  # play went on from the wrong move: it is not recalled any more
    readings: tuple[Reading, ...] = ()  # both, where they differ in what follows; the first is `sanction`


@dataclass(frozen=True, slots=True)
class TouchRuling:
    """Ruling on a touch: the pieces playable then and the moves that satisfy it."""

    ply: int
    side: Side
    kind: str  # touch, corner, adjust or recalled
    square: int
    playable: tuple[int, ...]
    satisfying: tuple[Move, ...]
    is_binding: bool
    is_kept: bool | None  # None while no move has followed


@dataclass(frozen=True, slots=True)
class ResultCheck:
    """Check of the result: as written in both places, the winner it names, the winner by the pieces."""

    tag: str
    terminator: str
    winner: str  # white, black, draw or none
    board: str  # white, black or open
    decided_by: str = "variant"  # how "1-0" was read: variant, option, gametype, evidence or custom


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Verdict of the judge about one record."""

    record: GameRecord
    variant: Variant
    variant_source: str
    law_book: LawBook
    replay: Replay
    findings: tuple[Finding, ...]
    claims: tuple[Claim, ...]
    proposals: tuple[Proposal, ...]
    touches: tuple[TouchRuling, ...]
    result: ResultCheck

    @property
    def is_legal(self) -> bool:
        """True if the record was judged, as far as it can be read, and no illegal move was found."""
        return self.is_judged and self.first_error is None and not self.replay.stops_unread

    @property
    def first_error(self) -> Finding | None:
        """Finding at which the record could not go on, or the first illegal move that was let stand."""
        return next((f for f in self.findings if f.severity is Severity.ERROR), None)

    @property
    def is_judged(self) -> bool:
        """True if the rule set that the record names is one this program plays."""
        return self.replay.unjudged_type is None

    @property
    def is_unreadable(self) -> bool:
        """True if a position, the rule set or a half-move is unreadable, and nothing after it was judged."""
        return self.replay.fen_error is not None or self.replay.stops_unread or not self.is_judged

    @property
    def plies(self) -> int:
        """Number of plies played through."""
        return len(self.replay.moves)
