"""A judged game as a score sheet: numbered rows of two moves, each with its findings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.house_rules.selectors import variant_named
from games.judging.move_numbers import MoveNumbers
from games.judging.pages.drawing import BoardDrawing, Way
from games.laws.books import LAW_BOOKS
from games.laws.law_book import Article, LawBook, UnknownArticleError
from games.rules import Geometry, Goal, Side, Variant

Payload = Mapping[str, Any]

SQUARE = re.compile(r"[a-z]\d{1,2}|\d{1,2}")
OF_A_MOVE = ("number", "side", "text", "fen", "route", "captured")
SIGNS = {"error": "✕", "doubt": "?", "note": "i"}


def verdict_word(
    *, is_judged: bool, is_unreadable: bool, is_legal: bool, plies: int, severities: set[str]
) -> str:
    """Return the verdict in one word: not_judged, unreadable, illegal, empty, doubt or legal."""
    if not is_judged:
        return "not_judged"
    if is_unreadable:
        return "unreadable"
    if not is_legal:
        return "illegal"
    if not plies:
        return "empty"
    return "doubt" if "doubt" in severities else "legal"


def split_article(found: Payload) -> tuple[str, str]:
    """Split a finding's text after its article."""
    sentence, article = str(found["sentence"]), str(found.get("article", ""))
    what, cited, rest = sentence.partition(f"({article}).")
    return (f"{what}{cited}", rest.strip()) if cited and article else (sentence, "")


def _clock_after(move: Payload) -> str:
    """Return the time of the player after the move: what is left, else what was used."""
    own = [clock for clock in move.get("clocks", ()) if clock["side"] in {"", move["side"]}]
    left = [clock for clock in own if clock["kind"] in {"remaining", "mechanical"}]
    return str((left or own)[0]["time"]) if own else ""


@dataclass(frozen=True, slots=True)
class Note:
    """A finding in its place on the sheet, with the article it cites."""

    finding: Payload
    article: Article | None
    sign: str
    legal_moves: list[str] = field(default_factory=list)
    repairs: list[Payload] = field(default_factory=list)
    play_on: Payload | None = None  # the record in which the illegal move was played on from

    @property
    def ply(self) -> int:
        """The half-move it speaks of."""
        return int(self.finding["ply"])

    @property
    def severity(self) -> str:
        """Severity: error, doubt or note."""
        return str(self.finding["severity"])

    @property
    def headline(self) -> str:
        """The first sentence, which ends with the article it cites."""
        return split_article(self.finding)[0]

    @property
    def advice(self) -> str:
        """Consequence and next action."""
        return split_article(self.finding)[1]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A position that proves a claim: the ply after which it arose, or the move that would make it."""

    ply: int
    move: str = ""
    route: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimNote:
    """A draw that could be claimed, with its article."""

    claim: Payload
    article: Article | None
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def turns(self) -> Sequence[int]:
        """Half-moves before which it could be made; a repeated cycle has several."""
        turns: Sequence[int] = self.claim.get("facts", {}).get("turns", ())
        return turns or (int(self.claim["from_ply"]),)

    @property
    def headline(self) -> str:
        """The first sentence, which ends with the article it cites."""
        return split_article(self.claim)[0]

    @property
    def advice(self) -> str:
        """Advice: the person who decides, and the uncertain facts."""
        return split_article(self.claim)[1]


@dataclass(slots=True)
class Cell:
    """One half-move as written."""

    ply: int
    side: str
    text: str
    annotation: str = ""  # ! and ?, or the number of a glyph without a sign
    notes: list[Note] = field(default_factory=list)
    is_illegal: bool = False
    has_claim: bool = False
    clock: str = ""

    @property
    def sign(self) -> str:
        """The mark of the gravest finding on this move."""
        gravest = min((note.severity for note in self.notes), key=list(SIGNS).index, default="")
        return SIGNS.get(gravest, "")

    @property
    def severity(self) -> str:
        """The gravest finding on this move."""
        return min((note.severity for note in self.notes), key=list(SIGNS).index, default="")


@dataclass(slots=True)
class Row:
    """A move of each side under one number; a half-move may be missing at either end."""

    number: int
    first: Cell | None = None
    second: Cell | None = None
    comments: list[str] = field(default_factory=list)
    lines: list[Payload] = field(default_factory=list)

    @property
    def cells(self) -> list[Cell]:
        """The half-moves of this row."""
        return [cell for cell in (self.first, self.second) if cell]

    @property
    def notes(self) -> list[Note]:
        """All findings of this row."""
        return [note for cell in (self.first, self.second) if cell for note in cell.notes]


class ScoreSheet:
    """One judged game, ready for display: the payload of the viewer with its rows and articles."""

    def __init__(self, payload: Payload, *, index: int = 1) -> None:
        self.payload = payload
        self.index = index
        self.variant: Variant = variant_named(payload["board"])
        self.law_book: LawBook | None = LAW_BOOKS.get(str(payload.get("law_book", "")))
        self.tags: Mapping[str, str] = payload.get("tags", {})
        self.moves: list[Payload] = list(payload.get("moves", ()))
        self.numbers = self._numbers()
        self.notes = [self._note(finding) for finding in payload.get("findings", ())]
        self.claims = [self._claim(claim) for claim in payload.get("claims", ())]
        self.rows = self._rows()

    def _numbers(self) -> MoveNumbers:
        start = MoveNumbers.of_fen(str(self.payload.get("start_fen", "")), self.variant)
        named = {side.key: side for side in Side}
        return start._replace(sides=tuple(named[str(move["side"])] for move in self.moves))

    # ---- identity ----

    @property
    def identifier(self) -> str:
        """The anchor of this game on a page with several."""
        return f"game-{self.index}"

    @property
    def payload_id(self) -> str:
        """Element id of the payload for the page's script."""
        return f"{self.identifier}-payload"

    @property
    def geometry(self) -> Geometry:
        """The board it was played on."""
        return self.variant.geometry

    @property
    def is_judged(self) -> bool:
        """True if the rules of the record are played here; else no board can be shown."""
        return bool(self.payload["variant"])

    @property
    def result(self) -> Payload:
        """The result as written and as the board shows it."""
        check: Payload = self.payload.get("result", {})
        return check

    @property
    def first_error(self) -> Payload | None:
        """First error: the place at which the record stops being playable."""
        error: Payload | None = self.payload.get("first_error")
        return error

    @property
    def error_note(self) -> Note | None:
        """The finding of the first error."""
        return next((note for note in self.notes if note.severity == "error"), None)

    @property
    def played_on(self) -> Payload | None:
        """The illegal moves that were played on from, and the record that shows it."""
        stood: Payload | None = self.payload.get("played_on")
        return stood

    @property
    def general_notes(self) -> list[Note]:
        """Findings about the record as a whole, not about a move on the sheet."""
        on_sheet = {cell.ply for row in self.rows for cell in (row.first, row.second) if cell}
        return [note for note in self.notes if note.ply not in on_sheet]

    @property
    def verdict(self) -> str:
        """Verdict in one word."""
        return verdict_word(
            is_judged=self.is_judged,
            is_unreadable=bool(self.payload.get("unreadable")),
            is_legal=bool(self.payload.get("legal", True)),
            plies=self.last_ply,
            severities={note.severity for note in self.notes},
        )

    def article(self, identifier: str) -> Article | None:
        """Return the article in force under this book, or None if the book is silent."""
        if self.law_book is None or not identifier:
            return None
        try:
            return self.law_book.lookup(identifier)
        except UnknownArticleError:
            return None

    # ---- positions ----

    @property
    def script_payload(self) -> Payload:
        """The part of the payload that the page's script reads."""
        error = self.first_error
        return {
            "variant": self.payload["variant"],
            "start_fen": self.payload["start_fen"],
            "first_error": {"ply": error["ply"]} if error else None,
            "moves": [{name: move[name] for name in OF_A_MOVE} for move in self.moves],
        }

    @property
    def last_ply(self) -> int:
        """Number of half-moves that could be played through."""
        return len(self.moves)

    @property
    def telling_ply(self) -> int:
        """The most informative ply: before the first error, else the end."""
        error = self.first_error
        return min(int(error["ply"]) - 1, self.last_ply) if error else self.last_ply

    def fen_at(self, ply: int) -> str:
        """Return the position after so many half-moves."""
        return str(self.moves[ply - 1]["fen"] if ply else self.payload["start_fen"])

    def drawing_at(self, ply: int) -> BoardDrawing:
        """Draw the board after so many half-moves, with the impossible move in red at its place."""
        move = self.moves[ply - 1] if ply else None
        return BoardDrawing(
            fen=self.fen_at(ply),
            geometry=self.geometry,
            uses_letters=self.variant.uses_letters,
            last_move=tuple(move["route"]) if move else (),
            captured_squares=tuple(move["captured"]) if move else (),
            ways=self._tried_at(ply),
        )

    def _tried_at(self, ply: int) -> tuple[Way, ...]:
        error = self.first_error
        route = self.tried_route
        if error is None or int(error["ply"]) != ply + 1 or not route:
            return ()
        return (Way(route=route, is_bad=True),)

    @property
    def tried_route(self) -> tuple[int, ...]:
        """Return the squares of the move that could not be played, if they are on the board."""
        error = self.first_error
        return self._squares(str(error.get("text", ""))) if error else ()

    def _squares(self, text: str) -> tuple[int, ...]:
        named = [
            int(name) if name.isdigit() else self.geometry.square_named(name)
            for name in SQUARE.findall(text.lower())
        ]
        known = tuple(square for square in named if square and self.geometry.holds(square))
        return known if len(known) == len(named) > 1 else ()

    # ---- the rows ----

    def _note(self, finding: Payload) -> Note:
        error = self.payload.get("first_error") or {}
        is_first_error = finding["severity"] == "error" and finding["ply"] == error.get("ply")
        return Note(
            finding,
            self.article(str(finding.get("article", ""))),
            SIGNS[str(finding["severity"])],
            list(error.get("legal_moves", ())) if is_first_error else [],
            list(error.get("repairs", ())) if is_first_error else [],
            error.get("play_on") if is_first_error else None,
        )

    def _claim(self, claim: Payload) -> ClaimNote:
        """Build the note of a claim; a move intended and not played is shown before its position.

        The score has no place for such a move.
        """
        facts: Payload = claim.get("facts", {})
        plies = [int(ply) for ply in claim.get("evidence", ())]
        evidence = [Evidence(ply) for ply in plies]
        move = str(facts.get("move", ""))
        if move and plies and not facts.get("played"):
            evidence[-1] = Evidence(plies[-1] - 1, move, self._squares(move))
        return ClaimNote(claim, self.article(claim.get("article", "")), evidence)

    def _cells(self) -> Iterable[tuple[int, Cell, Payload]]:
        for move in self.moves:
            cell = Cell(int(move["ply"]), str(move["side"]), str(move["text"]), str(move["annotation"]))
            cell.clock = _clock_after(move)
            yield int(move["number"]), cell, move
        error = self.first_error
        if error and int(error["ply"]) == self.last_ply + 1 and error.get("text"):
            first = self.variant.first_to_move.key
            side = str(error["side"])
            number = int(self.moves[-1]["number"]) if self.moves else 1
            if self.moves and side == first:
                number += 1
            yield number, Cell(int(error["ply"]), side, str(error["text"]), is_illegal=True), {}

    def _rows(self) -> list[Row]:
        by_ply: dict[int, list[Note]] = {}
        for note in self.notes:
            by_ply.setdefault(note.ply, []).append(note)
        claimed = {ply for claim in self.claims for ply in claim.turns}
        first = self.variant.first_to_move.key
        rows: list[Row] = []
        for number, cell, move in self._cells():
            cell.notes = by_ply.get(cell.ply, [])
            cell.has_claim = cell.ply in claimed
            is_first = cell.side == first
            if not rows or is_first or rows[-1].number != number or rows[-1].second:
                rows.append(Row(number))
            if is_first:
                rows[-1].first = cell
            else:
                rows[-1].second = cell
            rows[-1].comments += [move["comment"]] if move.get("comment") else []
            rows[-1].lines += move.get("lines", ())
        return rows

    @property
    def loser_of_all_wins(self) -> bool:
        """True if a side without a move has won."""
        return self.variant.goal is Goal.LOSE_ALL

    @property
    def first_side(self) -> str:
        """The side that moves first: the left column of the sheet."""
        return self.variant.first_to_move.key

    @property
    def second_side(self) -> str:
        """The right column of the sheet."""
        return self.variant.first_to_move.opponent.key

    @property
    def players(self) -> tuple[str, str]:
        """Names of the first and the second player, as the record has them."""
        names = {"white": self.tags.get("White", ""), "black": self.tags.get("Black", "")}
        return names[self.first_side], names[self.second_side]
