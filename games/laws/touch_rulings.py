"""Rulings on touched pieces: the moves that satisfied the obligation, and who broke it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from games.laws.incidents import INCIDENTS, NO_FAULTS, OTHER
from games.laws.ladder import Offence
from games.laws.law_book import LawBook
from games.laws.replay_result import Replay
from games.laws.touches import TouchRecord, direction, touch_records
from games.laws.verdict import Finding, Severity, TouchRuling, also_broken_off
from games.pdn import GameRecord
from games.rules import Move, Side, Variant, diagnose, facts_in_squares, move_text
from games.rules.notation import select_readings, square_text


@dataclass(slots=True)
class Conduct:
    """Findings from the touch records of one game."""

    findings: list[Finding] = field(default_factory=list)
    offences: list[Offence] = field(default_factory=list)
    rulings: list[TouchRuling] = field(default_factory=list)
    unmovable: set[tuple[int, int]] = field(default_factory=set)  # ply and square of SL-I1b


@dataclass(slots=True)
class _Obligation:
    """Obligation of the player on turn: the piece bound first and the moves that satisfy it."""

    square: int = 0
    satisfying: list[Move] = field(default_factory=list)
    key: str = "touched_not_moved"
    taken_back: str = ""  # a legal move that had been completed


def judge_conduct(record: GameRecord, replay: Replay, book: LawBook) -> Conduct:
    """Rule on every touch record of the main line."""
    conduct = Conduct()
    for ply, records in groupby(touch_records(record, replay), key=lambda one: one.ply):
        is_reached = ply <= len(replay.positions)
        records_reached = [one for one in records if is_reached or one.kind == "incident"]
        if records_reached:
            _Turn(record, replay, book, ply, conduct).rule(records_reached)
    return conduct


class _Turn:
    """One turn with its touch records."""

    def __init__(self, record: GameRecord, replay: Replay, book: LawBook, ply: int, conduct: Conduct) -> None:
        self.record, self.replay, self.book, self.ply, self.conduct = record, replay, book, ply, conduct
        self.position = replay.positions[min(ply, len(replay.positions)) - 1]
        self.variant: Variant = replay.variant
        made = min(ply, len(replay.positions)) - 1
        self.legal = replay.legal_after(made)
        self.playable = tuple(sorted({move.origin for move in self.legal}))
        self.played = replay.moves[ply - 1] if ply <= len(replay.moves) else None
        self.owed = _Obligation()

    def rule(self, records: Iterable[TouchRecord]) -> None:
        """Take the records in order, then see whether the move that followed satisfied them."""
        bound: list[TouchRecord] = []
        for one in records:
            if one.kind == "adjust":
                self._adjusted(one)
            elif one.kind == "incident":
                self._incident(one)
            elif one.kind == "recalled":
                self._recalled(one)
                bound.append(one)
            elif one.squares:
                self._touched(one)
                bound.append(one)
        if self.owed.square and self.played is not None:
            self._check(self.played, bound[-1].offset)
        for one in bound:
            self._add_ruling(one)

    def _adjusted(self, one: TouchRecord) -> None:
        """Straightening needs a word first (SL-T2), but not before the first move (SL-T1)."""
        words = [word.lower() for word in one.words]
        is_announced = "not" not in words and any(word.startswith("announce") for word in words)
        before_the_start = self.ply == 1
        if not is_announced and not before_the_start:
            self._find("adjusted_unannounced", one.side, one.offset, square=self._name(one.squares))
        self._add_ruling(one)

    def _incident(self, one: TouchRecord) -> None:
        """Take the arbiter's word for what happened; what follows from it is in the law book.

        It needs no position, so that it is read behind a move that could not be played, too.
        """
        outcome_word = one.words[0].lower() if one.words else ""
        code = outcome_word if outcome_word in INCIDENTS else OTHER
        about = " ".join(one.words[1:] if code == outcome_word else one.words)
        is_fault = code not in NO_FAULTS
        self._find(code, one.side, one.offset, is_fault=is_fault, is_recorded=True, text=about)

    def _touched(self, one: TouchRecord) -> None:
        """Bind the player on turn to the first playable piece he touched."""
        square = one.squares[0]
        if one.side is not self.position.side or not square:
            return
        if square not in self.playable:
            if self._is_own(square):
                self.conduct.unmovable.add((self.ply, square))
                self._find(
                    "touched_unmovable",
                    one.side,
                    one.offset,
                    square=self._name(one.squares),
                    playable=[square_text(s, self.variant) for s in self.playable],
                )
            return
        self._bind(square, [move for move in self.legal if move.origin == square])
        if (
            one.kind == "corner"
            and len(one.squares) > 1
            and self._corner_binds()
            and self.owed.square == square
        ):
            self._narrow(square, one.squares[1])

    def _corner_binds(self) -> bool:
        """Return True if the book makes a corner a matter of its own; FMJD 3.12 does not."""
        ruling = self.book.rulings.get("left_over_corner")
        return ruling is None or ruling.is_offence

    def _narrow(self, square: int, toward: int) -> None:
        """Select the moves in the direction of the corner, if there are any."""
        if not toward:
            return
        wanted = direction(self.variant, square, toward)
        kept = [m for m in self.owed.satisfying if direction(self.variant, square, m.route[1]) == wanted]
        if kept:
            self.owed.satisfying = kept

    def _recalled(self, one: TouchRecord) -> None:
        """Rule on a move taken back: an illegal one is an offence, and its piece must move if it can."""
        squares = one.squares
        if not squares or not self.legal:
            return
        if one.side is not self.position.side:
            self._find("out_of_turn", one.side, one.offset, text=one.text, recalled=True)
            return
        if meant := select_readings(self.legal, squares, self.variant.geometry):
            self._bind(squares[0], meant, key="move_taken_back", taken_back=one.text)
            return
        fault = diagnose(self.position, self.variant, squares)
        records_reached = facts_in_squares(fault.facts, self.variant)
        onward = {"goes_on_as": records_reached["goes_on_as"]} if "goes_on_as" in records_reached else {}
        self._find(
            fault.code,
            one.side,
            one.offset,
            same_move=(self.ply, squares[0]) in self.conduct.unmovable,
            text=one.text,
            recalled=True,
            mover_can_move=fault.mover_can_move,
            correct_with=self.book.correcting_article,
            legal_moves=self._texts(fault.legal),
            **onward,
        )
        self.conduct.findings += also_broken_off(self.conduct.findings[-1], self.book)
        if fault.mover_can_move:
            moves = [move for move in self.legal if move.origin == squares[0]]
            self._bind(squares[0], moves, key="wrong_piece_after_recall")

    def _bind(
        self, square: int, moves: list[Move], *, key: str = "touched_not_moved", taken_back: str = ""
    ) -> None:
        """Bind the first piece, which stays bound; the same piece again may bind it closer.

        A legal move completed with it is what is owed from then on (SL-T6).
        """
        if not self.owed.square:
            self.owed = _Obligation(square, moves, key, taken_back)
        elif self.owed.square == square and (closer := [one for one in self.owed.satisfying if one in moves]):
            self.owed.satisfying = closer
            if taken_back:
                self.owed.key, self.owed.taken_back = key, taken_back

    def _check(self, played: Move, offset: int) -> None:
        """Compare the move that was played with what was owed."""
        if self._is_slip() or played in self.owed.satisfying:
            return
        is_same_piece = played.origin == self.owed.square
        code = "left_over_corner" if is_same_piece else "touched_not_moved"
        self._find(
            code,
            self.position.side,
            offset,
            key=self.owed.key if self.owed.taken_back or not is_same_piece else code,
            taken_back=self.owed.taken_back,
            square=square_text(self.owed.square, self.variant),
            played=move_text(played, self.variant, self.legal),
            satisfying=self._texts(self.owed.satisfying),
            playable=[square_text(s, self.variant) for s in self.playable],
        )

    def _is_slip(self) -> bool:
        """Return True if the next move was itself illegal and let stand; it is ruled on as such."""
        return any(slip.ply == self.ply for slip in self.replay.slips)

    def _find(
        self,
        code: str,
        side: Side | None,
        offset: int,
        *,
        key: str = "",
        same_move: bool = False,
        is_fault: bool = True,
        **facts: Any,
    ) -> None:
        """Report a breach and count it where the book makes it an offence, or is silent about a fault."""
        ruling_key = key or code
        ruling = self.book.rulings.get(ruling_key)
        is_offence = is_fault if ruling is None else ruling.is_offence
        line, column = self.record.locate(offset)
        self.conduct.findings.append(
            Finding(
                code,
                Severity.DOUBT if is_offence else Severity.NOTE,
                self.ply,
                side,
                self.book.article_for(ruling_key),
                {**facts, "articles": list(self.book.articles_for(ruling_key))},
                line,
                column,
            )
        )
        if is_offence and side is not None:
            self.conduct.offences.append(Offence(self.ply, side, code, ruling_key, same_move=same_move))

    def _add_ruling(self, one: TouchRecord) -> None:
        if one.side is None:
            return
        square = (*one.squares, 0)[0]
        is_of_piece = square != 0 and square == self.owed.square and one.kind != "adjust"
        binds = is_of_piece and one.side is self.position.side
        kept = None
        if binds and self.played is not None:
            kept = self.played in self.owed.satisfying
        self.conduct.rulings.append(
            TouchRuling(
                ply=self.ply,
                side=one.side,
                kind=one.kind,
                square=square,
                playable=self.playable,
                satisfying=tuple(self.owed.satisfying) if binds else (),
                is_binding=binds,
                is_kept=kept,
            )
        )

    def _is_own(self, square: int) -> bool:
        bit = self.variant.geometry.bits[square]
        own = 2 if self.position.side else 0
        return bool((self.position[own] | self.position[own + 1]) & bit)

    def _name(self, squares: Sequence[int]) -> str:
        return square_text(squares[0], self.variant) if squares and squares[0] else "?"

    def _texts(self, moves: Iterable[Move]) -> list[str]:
        return [move_text(move, self.variant, self.legal) for move in moves]
