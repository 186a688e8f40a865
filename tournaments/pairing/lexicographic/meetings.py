"""Rules of both systems, allowed meetings, the allocated bye (articles 2.1 and 3.4 of C.04.5 and C.04.6)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.criteria import Criterion, Pairing
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.reasons import ByeReasons, Code, Reason, because
from tournaments.pairing.swiss.graph import bits, is_perfect
from tournaments.pairing.values import NoLegalPairing


class Meetings:
    """Pairs allowed by C1 and the section's own prohibitions, as masks of places."""

    def __init__(self, lineup: Lineup) -> None:
        self.lineup = lineup
        everybody = (1 << lineup.size) - 1
        self.allowed = [everybody & ~(1 << place) for place in range(lineup.size)]
        for place in range(lineup.size):
            for other in range(lineup.size):
                if other in lineup.last_met[place] or lineup.is_forbidden(place, other):
                    self.allowed[place] &= ~(1 << other)

    def can_all_be_paired(self, players: int) -> bool:
        """Check C3: these can all be paired with each other."""
        return is_perfect(self.allowed, players)

    def edges(self, players: Iterable[int]) -> list[Pairing]:
        """List the pairs among these places, the higher ranked first."""
        mask = sum(1 << place for place in players)
        return [
            (place, other)
            for place in bits(mask)
            for other in bits(self.allowed[place] & mask >> (place + 1) << (place + 1))
        ]


def bye_of(meetings: Meetings) -> int | None:
    """Return the bye by 3.4: leaves a legal pairing, lowest score, most matches played.

    Then the largest number. None in an even field.
    """
    lineup = meetings.lineup
    everybody = (1 << lineup.size) - 1
    if lineup.size % 2 == 0:
        if not meetings.can_all_be_paired(everybody):
            raise NoLegalPairing
        return None
    for place in bye_order(lineup):
        if meetings.can_all_be_paired(everybody & ~(1 << place)):
            return place
    raise NoLegalPairing


def bye_order(lineup: Lineup) -> list[int]:
    """List the candidates for the bye (C2), the first choice first."""
    unbarred = (place for place in range(lineup.size) if not lineup.byes[place])
    return sorted(
        unbarred,
        key=lambda place: (lineup.score[place], -lineup.played[place], -lineup.players[place].number),
    )


def bye_reasons(lineup: Lineup, bye: int, chapter: str) -> ByeReasons:
    """List the reasons of the bye: score, players passed over and why, then matches played and number."""
    score = lineup.score[bye]
    reasons = [
        *lent_reasons(lineup, (bye,)),
        because(Code.BYE_LOWEST_SCORE, f"{chapter} 3.4.2", score=score),
    ]
    asked = bye_order(lineup)
    for place in range(lineup.size):
        facts = {"player": lineup.players[place].number, "score": lineup.score[place]}
        if lineup.byes[place] and lineup.score[place] <= score:
            reasons.append(because(Code.BYE_PASSED_OVER, f"{chapter} 2.1.2", **facts))
        elif place in asked and asked.index(place) < asked.index(bye):
            reasons.append(because(Code.BYE_NEEDED_ELSEWHERE, f"{chapter} 3.4.1", **facts))
    reasons.append(because(Code.BYE_MOST_PLAYED, f"{chapter} 3.4.3", played=lineup.played[bye]))
    reasons.append(because(Code.BYE_LAST_NUMBER, f"{chapter} 3.4.4", number=lineup.players[bye].number))
    return ByeReasons(lineup.players[bye].number, tuple(reasons))


def lent_reasons(lineup: Lineup, places: Iterable[int]) -> Iterator[Reason]:
    """List points and lent points of the players whose score includes both (C.04.7 1.5)."""
    for place in places:
        own, score = lineup.standing[place], lineup.score[place]
        if score != own:
            facts = {"own_score": own, "lent_score": score - own}
            yield because(Code.LENT_POINTS, "C.04.7 1.5", player=lineup.players[place].number, **facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicographicRules:
    """System that pairs by upfloaters and identifiers.

    `rounds_without_float_rules`: number of rounds at the end in which earlier floats do not count.
    `pair_criteria` are those of the system between C7 and the criterion about upfloaters'
    opponents.
    """

    chapter: str
    rounds_without_float_rules: int
    pair_criteria: Callable[[Lineup], Sequence[Criterion]]

    def asks_for_floats(self, lineup: Lineup) -> bool:
        """Return whether repeated floats count in this round."""
        snapshot = lineup.snapshot
        return snapshot.round_number <= snapshot.rounds - self.rounds_without_float_rules
