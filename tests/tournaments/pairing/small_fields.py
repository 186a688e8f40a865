"""Small fields written by hand, for checks that are named after one rule.

A player is a line of results: `W4:2` had White against 4 and scored 2, `+4` and `-4` are a game won and lost
by forfeit, `U` the allocated bye (`u` where it is worth a draw), `F` `H` `Z` byes worth a win, a draw and
nothing.
"""

from tournaments.pairing.checking.findings import GivenRound
from tournaments.pairing.values import Colour, Pair, Player, PlayerRound, RoundKind, Snapshot

UNPLAYED = {
    "U": PlayerRound(RoundKind.ALLOCATED_BYE, points=2),
    "u": PlayerRound(RoundKind.ALLOCATED_BYE, points=1),
    "F": PlayerRound(RoundKind.FULL_BYE, points=2),
    "H": PlayerRound(RoundKind.HALF_BYE, points=1),
    "Z": PlayerRound(RoundKind.ZERO_BYE),
}


def result(text):
    if text in UNPLAYED:
        return UNPLAYED[text]
    if text[0] == "+":
        return PlayerRound(RoundKind.FORFEIT_WIN, int(text[1:]), None, 2)
    if text[0] == "-":
        return PlayerRound(RoundKind.FORFEIT_LOSS, int(text[1:]))
    opponent, points = text[1:].split(":")
    colour = Colour.WHITE if text[0] == "W" else Colour.BLACK
    return PlayerRound(RoundKind.PLAYED, int(opponent), colour, int(points))


def field(lines, *, rounds=9, absent=(), forbidden=(), groups=None, virtual=None):
    """The snapshot of the round after those written, players numbered from 1."""
    pasts = [tuple(result(text) for text in line.split()) for line in lines]
    players = tuple(
        Player(
            number=number,
            rounds=past,
            is_present=number not in absent,
            groups=frozenset((groups or {}).get(number, ())),
            virtual=(virtual or {}).get(number, ()),
        )
        for number, past in enumerate(pasts, start=1)
    )
    return Snapshot(
        players=players,
        round_number=max(map(len, pasts)) + 1,
        rounds=rounds,
        forbidden=frozenset(frozenset(pair) for pair in forbidden),
    )


def given(text):
    """`1-2 4-3 5` is two boards, White first, and the bye of 5."""
    pairs, byes = [], []
    for part in text.split():
        if "-" in part:
            pairs.append(Pair(*map(int, part.split("-"))))
        else:
            byes.append(int(part))
    return GivenRound(tuple(pairs), tuple(byes))
