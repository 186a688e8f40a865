"""Games in play: the score as it grows, judged again with every move.

A move that the law does not allow is held: it is no part of the score until the arbiter has ruled or the
players have recalled it. The score then has it as `[%recalled b 11-16]`, which the judge counts as an
offence (`games.laws.touches`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.laws.judge import judge
from games.laws.law_book import DrawStatus, LawBook
from games.laws.let_stand import COMMAND
from games.laws.verdict import Claim, Finding, Proposal, Severity, Verdict
from games.pdn import read_game, write_record
from games.rules import (
    Move,
    Position,
    Side,
    Variant,
    fen_after,
    legal_moves,
    legal_moves_after,
    move_text,
    play,
)

MAX_TEXT: Final = 60
"""Characters of a written move: a capture of 20 pieces on letters fits."""
_WRITTEN: Final = frozenset("0123456789abcdefghijklmnopABCDEFGHIJKLMNOP-x:*() ")


@dataclass(frozen=True, slots=True)
class EnteredMove:
    """A move of the score: its text, the clocks after it, and illegal moves that were recalled before it.

    Clocks are the seconds left to White and Black, None where unknown. `stood` is True for an illegal move
    that was let stand; `left` is the position it left on the board, written into the score for other readers.
    """

    text: str
    clocks: tuple[int | None, int | None] = (None, None)
    recalled: tuple[str, ...] = ()
    stood: bool = False
    left: str = ""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A legal move as a page draws it: canonical text, route, captured squares, and the position after it."""

    ply: int
    side: Side
    text: str
    route: tuple[int, ...]
    captured: tuple[int, ...]
    fen: str


@dataclass(frozen=True, slots=True)
class InPlay:
    """Judged score of a game in play. `held` are the written moves from the first illegal one on."""

    verdict: Verdict
    moves: tuple[PlayedMove, ...]
    held: tuple[str, ...] = ()

    @property
    def plies(self) -> int:
        """Number of legal moves played."""
        return len(self.moves)

    @property
    def offence(self) -> Finding | None:
        """The finding about the held move. Illegal moves before it were let stand."""
        if not self.held:
            return None
        errors = [one for one in self.verdict.findings if one.severity is Severity.ERROR]
        return next((one for one in errors if one.ply > self.plies), None)

    @property
    def proposal(self) -> Proposal | None:
        """What the ladder of the law book proposes for the held move."""
        last = [one for one in self.verdict.proposals if one.ply == self.plies + 1]
        return last[-1] if self.held and last else None

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Draws that can be claimed now: before the next move, or after the last one."""
        return tuple(one for one in self.verdict.claims if self._is_ripe(one))

    def _is_ripe(self, claim: Claim) -> bool:
        """Check a repetition by its turns, a count by its last ply; a draw by the law itself stays."""
        if turns := claim.facts.get("turns"):
            return self.plies + 1 in turns
        return claim.status == DrawStatus.MANDATORY or claim.facts["until_ply"] == self.plies

    @property
    def side_to_move(self) -> Side:
        """The side whose move is next."""
        return self.position.side

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.verdict.replay.positions[self.plies]

    @property
    def winner(self) -> str:
        """Side that has won on the board: white, black, or empty."""
        board = self.verdict.result.board
        return "" if board == "open" or self.held else board

    def legal_moves(self) -> list[PlayedMove]:
        """Return the legal moves, each as it would be played."""
        played, variant = self.verdict.replay, self.verdict.variant
        legal, before, moves = played.legal_after(self.plies), played.positions, played.moves
        return [
            PlayedMove(
                self.plies + 1,
                self.side_to_move,
                move_text(move, variant, legal),
                tuple(move.route),
                tuple(move.captured),
                fen_after(
                    [*before, play(before[-1], move, variant)], [*moves, move], variant, self.plies + 1
                ),
            )
            for move in legal
        ]

    def replies(self) -> list[list[tuple[str, Move]]]:
        """Return the legal moves after each of the legal moves, in their order, each as it is written."""
        played, variant = self.verdict.replay, self.verdict.variant
        before, moves = played.positions, played.moves
        found = []
        for move in played.legal_after(self.plies):
            positions = [*before, play(before[-1], move, variant)]
            legal = legal_moves_after(positions, [*moves, move], variant, begun=played.begun)
            found.append([(move_text(one, variant, legal), one) for one in legal])
        return found


def is_written_move(text: str) -> bool:
    """True for a text that can be a move: squares and the signs between them."""
    ends = text[:1] + text[-1:]
    return (
        len(text) <= MAX_TEXT
        and set(text) <= _WRITTEN
        and ends.isalnum()
        and any(map(text.__contains__, "-x:"))
    )


def judge_in_play(
    moves: Sequence[EnteredMove], variant: Variant, book: LawBook, *, tags: Mapping[str, str] | None = None
) -> InPlay:
    """Judge a score that grows; moves from the first illegal one on are held."""
    record = read_game(score_text(moves, variant, tags=tags))
    verdict = judge(record, book, variant=variant)
    played = verdict.replay
    stood = {slip.ply: slip.token.text for slip in played.slips}
    told = []
    for index, move in enumerate(played.moves):
        position = played.positions[index]
        among = list(legal_moves(position, variant)) if move.is_capture else [move]
        told.append(
            PlayedMove(
                index + 1,
                position.side,
                stood.get(index + 1) or move_text(move, variant, among),
                tuple(move.route),
                tuple(move.captured),
                played.fen_after(index + 1),
            )
        )
    return InPlay(verdict, tuple(told), tuple(one.text for one in moves[len(told) :]))


def score_text(
    moves: Iterable[EnteredMove],
    variant: Variant,
    *,
    tags: Mapping[str, str] | None = None,
    first: Side | None = None,
    result: str = "*",
) -> str:
    """Write a score as PDN with clocks and recalled moves. Empty tags are left out.

    `first` is the side that begins where a position was set up.
    """
    side = first or _first_side(variant, (tags or {}).get("FEN", ""))
    words: list[str] = []
    for move in moves:
        words += [f"{{[%recalled {side.key[0]} {text}]}}" for text in move.recalled]
        if move.stood:
            words.append(f"{{[%{COMMAND} {side.key[0]}]}}")
        words.append(move.text)
        if (told := _clock_words(move.clocks, side.opponent)) != "":
            words.append(told)
        if move.left:
            words.append(f'/FEN "{move.left}"/')
        side = side.opponent
    all_tags = {"Event": "?", **(tags or {})}  # a score without tags and moves would be no game
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in all_tags.items() if value]
    return "\n".join([*lines, "", " ".join([*words, result]), ""])


def written_score(text: str, variant: Variant) -> str:
    """Return a score of `score_text` in the strict form of the archive, with move numbers."""
    return write_record(read_game(text), "strict", variant=variant)


def _first_side(variant: Variant, fen: str) -> Side:
    if not fen.strip():
        return variant.first_to_move
    return Side.BLACK if fen.strip()[0] in "Bb" else Side.WHITE


def _clock_words(clocks: tuple[int | None, int | None], running: Side) -> str:
    """Write clocks as `[%clock w0:14:20 B0:15:00]`; the capital has the clock that runs."""
    told = [
        f"{side.key[0].upper() if side is running else side.key[0]}{_hours(seconds)}"
        for side, seconds in zip((Side.WHITE, Side.BLACK), clocks, strict=True)
        if seconds is not None
    ]
    return f"{{[%clock {' '.join(told)}]}}" if told else ""


def _hours(seconds: int) -> str:
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
