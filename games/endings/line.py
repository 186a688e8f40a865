"""Line of play that shows a proof, and the check that its moves are legal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from games.endings.proof_search import Answer, ProofSearch
from games.endings.tree import NOBODY, Tree
from games.rules import Move, Position, Side, Variant, legal_moves, play, winner_on_the_board

MAX_LINE_LENGTH: Final = 400  # plies; no ending of a table is that long
DRAWN_LINE: Final = 12  # a draw has no end: so many plies show the defence


class LineBrokenError(AssertionError):
    """A line that cannot be played: a broken promise of the search, never an answer."""


def line_of(
    tree: Tree, root: Position, winner: int | None, hunts: Mapping[Side, ProofSearch]
) -> tuple[tuple[Position, ...], bool]:
    """Return the positions of the line and whether it goes to the end; the root alone without a proof."""
    if winner is None:
        return (root,), False
    tree.most_positions += MAX_LINE_LENGTH  # the line goes on where the table ended the search
    found = (
        _drawing_line(tree, root, hunts)
        if winner == NOBODY
        else _winning_line(tree, root, hunts[Side(winner)])
    )
    line = (root, *found)
    moves_of(line, tree.variant)
    if winner == NOBODY:
        return line, False
    ended = winner_on_the_board(line[-1], tree.variant)
    if ended not in {None, winner}:
        raise LineBrokenError(root)
    return line, ended is not None


def _winning_line(tree: Tree, position: Position, hunt: ProofSearch) -> Iterator[Position]:
    """Follow a won line: the winner takes the shortest way that is proved, the loser the longest."""
    for _ in range(MAX_LINE_LENGTH):
        if winner_on_the_board(position, tree.variant) is not None:
            return
        followers = tree.next_of(position)
        is_winners = position.side == hunt.hunter
        known = [one for one in followers if hunt.answer(one) is Answer.PROVED]
        position = (min if is_winners else max)(known, key=hunt.within)
        yield position


def _drawing_line(tree: Tree, position: Position, hunts: Mapping[Side, ProofSearch]) -> Iterator[Position]:
    """List moves after which the other side cannot win, until the table decides or a position returns."""
    seen = {position}
    for _ in range(DRAWN_LINE):
        against = hunts[position.side.opponent]
        safe = [one for one in tree.next_of(position) if against.answer(one) is Answer.REFUTED]
        fresh = [one for one in safe if one not in seen]
        position = (fresh or safe)[0]
        yield position
        if position in seen or (tree.winner(position) is not None and len(seen) > 1):
            return
        seen.add(position)


def moves_of(line: Sequence[Position], variant: Variant) -> list[Move]:
    """Return the moves between the positions of a line; raises LineBrokenError when one cannot be made."""
    return [_move_to(before, after, variant) for before, after in pairwise(line)]


def _move_to(before: Position, after: Position, variant: Variant) -> Move:
    for move in legal_moves(before, variant):
        if play(before, move, variant) == after:
            return move
    raise LineBrokenError(before, after)
