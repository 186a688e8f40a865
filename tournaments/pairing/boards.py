"""Boards in order (FIDE C.04.2 article 3.6): score of the higher ranked, sum of the scores, number."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pairing.values import NOBODY, Pair, Proposal, Snapshot


@dataclass(frozen=True, slots=True)
class Board:
    """Board number with its two players; `black` 0 is the allocated bye, which comes last."""

    number: int
    white: int
    black: int


def boards_in_order(snapshot: Snapshot, proposal: Proposal) -> tuple[Board, ...]:
    """List the pairs of a proposal at their boards, by pairing score: lent points are included (C.04.7).

    Absent players have scores, too: a table pairs them as well.
    """
    score = {player.number: player.pairing_score(snapshot.round_number) for player in snapshot.players}

    def key(pair: Pair) -> tuple[int, int, int]:
        higher, other = sorted((pair.white, pair.black), key=lambda number: (-score[number], number))
        return -score[higher], -score[other], higher  # of equal higher scores: by their sum

    return _number_boards(sorted(proposal.pairs, key=key), proposal.bye)


def boards_as_they_come(proposal: Proposal) -> tuple[Board, ...]:
    """List the pairs of a proposal at their boards in the order in which the system gives them."""
    return _number_boards(proposal.pairs, proposal.bye)


def _number_boards(pairs: Iterable[Pair], bye: int) -> tuple[Board, ...]:
    seats = [(pair.white, pair.black) for pair in pairs]
    if bye:
        seats.append((bye, NOBODY))
    return tuple(Board(number, *seat) for number, seat in enumerate(seats, start=1))
