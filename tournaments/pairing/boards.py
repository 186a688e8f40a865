"""Boards in order (FIDE C.04.2 article 3.6): score of the higher ranked, sum of the scores, number."""

from dataclasses import dataclass

from tournaments.pairing.values import NOBODY, Pair, Proposal, Snapshot


@dataclass(frozen=True, slots=True)
class Board:
    """A board number with its two players; `black` 0 is the allocated bye, which comes last."""

    number: int
    white: int
    black: int


def boards_in_order(snapshot: Snapshot, proposal: Proposal) -> tuple[Board, ...]:
    """The pairs of a proposal at their boards, by pairing score: lent points are included (C.04.7)."""
    score = {player.number: player.pairing_score(snapshot.round_number) for player in snapshot.present}

    def key(pair: Pair) -> tuple[int, int, int]:
        higher, other = sorted((pair.white, pair.black), key=lambda number: (-score[number], number))
        return -score[higher], -score[higher] - score[other], higher

    seats = [(pair.white, pair.black) for pair in sorted(proposal.pairs, key=key)]
    if proposal.bye:
        seats.append((proposal.bye, NOBODY))
    return tuple(Board(number, *seat) for number, seat in enumerate(seats, start=1))
