"""Brackets of a given round (C.04.3 articles 1.5 and 3), derived from its pairs alone."""

from dataclasses import dataclass

from tournaments.pairing.checking.findings import GivenRound
from tournaments.pairing.checking.past import Past
from tournaments.pairing.values import NOBODY


@dataclass(frozen=True, slots=True)
class GivenBracket:
    """Score group with the players moved down to it, the pairs made in it, and the players moved on down.

    A pair is made in the bracket of its lower score. Pairs name the higher ranked first. `bye` is the player
    with the allocated bye, one of those moved down.
    """

    score: int
    movers: tuple[Past, ...]
    residents: tuple[Past, ...]
    pairs: tuple[tuple[Past, Past], ...]
    down: tuple[Past, ...]
    below: tuple[Past, ...]
    bye: int

    @property
    def players(self) -> tuple[Past, ...]:
        """All players of the bracket."""
        return self.movers + self.residents

    @property
    def following(self) -> tuple[Past, ...]:
        """Next score group."""
        return tuple(past for past in self.below if past.score == self.below[0].score)

    @property
    def moved_pairs(self) -> tuple[tuple[Past, Past], ...]:
        """Pairs of a moved-down player with a resident."""
        return tuple(pair for pair in self.pairs if pair[0].score > self.score)


def ranked(pasts: dict[int, Past]) -> list[Past]:
    """List the present players by score and then number."""
    here = (past for past in pasts.values() if past.is_present)
    return sorted(here, key=lambda past: (-past.score, past.number))


def brackets_of(given: GivenRound, pasts: dict[int, Past]) -> tuple[GivenBracket, ...]:
    """List the brackets from the top; every player must be in the round once."""
    order = ranked(pasts)
    place = {past.number: at for at, past in enumerate(order)}
    partner: dict[int, int] = {}
    for pair in given.pairs:
        partner[pair.white], partner[pair.black] = pair.black, pair.white
    brackets: list[GivenBracket] = []
    movers: tuple[Past, ...] = ()
    for score in sorted({past.score for past in order}, reverse=True):
        residents = tuple(past for past in order if past.score == score)
        below = tuple(past for past in order if past.score < score)
        inside = [place[past.number] for past in movers + residents]
        numbers = {order[at].number for at in inside}
        pairs = tuple(
            (order[at], pasts[partner[order[at].number]])
            for at in inside
            if partner.get(order[at].number, NOBODY) in numbers and at < place[partner[order[at].number]]
        )
        paired = {past.number for pair in pairs for past in pair}
        down = tuple(order[at] for at in inside if order[at].number not in paired)
        bye = next((past.number for past in down if past.number in given.byes), NOBODY)
        brackets.append(GivenBracket(score, movers, residents, pairs, down, below, bye))
        movers = down
    return tuple(brackets)
