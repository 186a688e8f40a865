"""Seats of a round of a tree that was played: as drawn, unless the round was changed by hand."""

from collections.abc import Sequence

from tournaments.pairing.values import NOBODY

Entrant = int | None
"""Player, NOBODY for an empty place, None while unknown."""
Two = tuple[Entrant, Entrant]


def seated_as_played(due: dict[int, Two], met: Sequence[frozenset[int]]) -> dict[int, Two]:
    """Return the matches of a round with the players who met; unplayed matches remain as they were due.

    A pair goes to the match of both, else to that of one of them, else to the first that is left. One who
    changed places with a player without an opponent goes on in that one's place. Where another number of
    pairs met than were due, only those are taken that were.
    """
    matches = [at for at, two in due.items() if NOBODY not in two]
    found = {at: pair for at in matches for pair in met if set(due[at]) == pair}
    if len(met) == len(matches):
        rest = [pair for pair in met if pair not in found.values()]
        for shared in (1, 0):
            for pair in list(rest):
                open_matches = (at for at in matches if at not in found)
                at = next((at for at in open_matches if len(pair & set(due[at])) >= shared), None)
                if at is not None:
                    found[at] = pair
                    rest.remove(pair)
    seated = due | {at: _in_order(due[at], pair) for at, pair in found.items()}
    return _with_free(due, seated)


def _in_order(due: Two, pair: frozenset[int]) -> Two:
    """Return the pair; a player who was due remains on the same side of the match."""
    one, other = sorted(pair)
    return (other, one) if due[0] == other or due[1] == one else (one, other)


def _with_free(due: dict[int, Two], seated: dict[int, Two]) -> dict[int, Two]:
    """Give a player who lost a place in a match the place of one who plays instead of going on without."""
    in_match = {player for two in seated.values() if NOBODY not in two for player in two}
    displaced = [
        player
        for two in due.values()
        if NOBODY not in two
        for player in two
        if player is not None and player not in in_match
    ]
    for at, (first, second) in due.items():
        lonely = {first, second} - {NOBODY}
        if NOBODY in (first, second) and lonely & in_match and displaced:
            player = displaced.pop(0)
            seated[at] = (NOBODY, player) if first == NOBODY else (player, NOBODY)
    return seated
