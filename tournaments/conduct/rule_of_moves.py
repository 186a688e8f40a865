"""Rule that determines the legal moves of a position."""

from __future__ import annotations

from typing import NamedTuple

from games.laws import LawBook
from games.rules import NO_ROWS, Goal, KingRows, Position, Variant, king_at_limit, legal_moves_after
from games.rules.notation import square_text
from tournaments.conduct.claim_grounds import move_texts


class RuleOfMoves(NamedTuple):
    """Legal moves of a position, and the articles that exclude all others.

    `code`: `no_move_left` (where that wins: `no_move_wins`), `must_capture`, `priority_capture` or `free`.
    `held` is the square of a king that has moved as often in a row as the rules allow, "" where none has.
    """

    code: str
    moves: tuple[str, ...]
    articles: tuple[str, ...]
    held: str = ""


def rule_of_moves(
    position: Position, variant: Variant, book: LawBook, begun: KingRows = NO_ROWS
) -> RuleOfMoves:
    """Return the moves of the side to move and their rule; `begun` is what the earlier game adds."""
    legal = legal_moves_after([position], [], variant, begun=begun)
    moves = move_texts(legal, variant)
    is_quiet = not (legal and legal[0].is_capture)
    waits = king_at_limit([position], [], variant, begun=begun) if is_quiet else None
    held = "" if waits is None else square_text(waits, variant)
    because = _rules(book, "king_moved_too_often") if held else ()
    if not legal:
        code = "no_move_wins" if variant.goal is Goal.LOSE_ALL else "no_move_left"
        return RuleOfMoves(code, (), _unique(*because, *book.articles_for("no_move_left")), held)
    if is_quiet:
        return RuleOfMoves("free", moves, _unique(*because, *_rules(book, "man_moved_backward")), held)
    articles = _rules(book, "must_capture")
    if not variant.priority:
        return RuleOfMoves("must_capture", moves, articles)
    articles = _unique(*articles, *_rules(book, "not_the_priority_capture"))
    return RuleOfMoves("priority_capture", moves, articles)


def _unique(*articles: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(articles))


def _rules(book: LawBook, code: str) -> tuple[str, ...]:
    """List the articles of a finding about how to move, without those of improper moves (SL-I1)."""
    named = book.articles_for(code)
    return tuple(one for one in named if not one.startswith(("SL-I", "FMJD-5"))) or named
