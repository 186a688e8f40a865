"""Which rule makes the legal moves of a position what they are."""

from __future__ import annotations

from typing import NamedTuple

from games.laws import LawBook
from games.rules import Goal, Position, Variant, legal_moves_after
from tournaments.conduct.claim_grounds import texts


class RuleOfMoves(NamedTuple):
    """The legal moves there, and the articles by which there are no others.

    `code`: `no_move_left` (where that wins: `no_move_wins`), `must_capture`, `priority_capture` or `free`.
    """

    code: str
    moves: tuple[str, ...]
    articles: tuple[str, ...]


def rule_of_moves(position: Position, variant: Variant, book: LawBook) -> RuleOfMoves:
    """The moves of the side to move and the rule behind them."""
    legal = legal_moves_after([position], [], variant)
    moves = texts(legal, variant)
    if not legal:
        code = "no_move_wins" if variant.goal is Goal.LOSE_ALL else "no_move_left"
        return RuleOfMoves(code, (), book.articles_for("no_move_left"))
    if not legal[0].is_capture:
        return RuleOfMoves("free", moves, _rules(book, "man_moved_backward"))
    articles = _rules(book, "must_capture")
    if not variant.priority:
        return RuleOfMoves("must_capture", moves, articles)
    articles = tuple(dict.fromkeys((*articles, *_rules(book, "not_the_priority_capture"))))
    return RuleOfMoves("priority_capture", moves, articles)


def _rules(book: LawBook, code: str) -> tuple[str, ...]:
    """The articles behind a finding that say how to move, without those of improper moves (SL-I1)."""
    named = book.articles_for(code)
    return tuple(one for one in named if not one.startswith(("SL-I", "FMJD-5"))) or named
