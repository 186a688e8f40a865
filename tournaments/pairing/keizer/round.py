"""Keizer round: from the top of the ladder, each player meets the nearest below who may be met again.

A choice is final only if all others can still be paired. In a field that is too small, the wait for a rematch
is cut round by round, and the proposal reports it.
"""

from collections.abc import Sequence

from tournaments.pairing.first_game import colours_of
from tournaments.pairing.keizer.ladder import Rung, ladder
from tournaments.pairing.keizer.options import KeizerOptions
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.reasons import ByeReasons, Code, PairReasons, Reason, RoundReasons, because
from tournaments.pairing.swiss.graph import Matching, is_perfect
from tournaments.pairing.values import NOBODY, NoLegalPairing, Pair, Proposal, Snapshot

SYSTEM = "keizer"


def pair_keizer(snapshot: Snapshot, options: KeizerOptions) -> Proposal:
    """Pair the round; raise NoLegalPairing where prohibitions leave no way."""
    return KeizerRound(snapshot, options).propose()


class KeizerRound:
    """Club night to be paired; seats are places on the ladder among those present, from 0."""

    def __init__(self, snapshot: Snapshot, options: KeizerOptions) -> None:
        self.snapshot, self.options = snapshot, options
        self.lineup = Lineup(snapshot, options.score_by, second_orders=False)
        rungs = ladder(snapshot, options)
        self.present: Sequence[Rung] = [rung for rung in rungs if rung.number in self.lineup.place]
        self.places = [self.lineup.place[rung.number] for rung in self.present]

    def propose(self) -> Proposal:
        """Return the round with the widest wait for a rematch that lets every player be paired."""
        wanted = max(1, min(self.options.rematch_after, self.snapshot.round_number))
        for distance in range(wanted, 0, -1):
            adjacent = self._allowed_masks(distance)
            for bye in self._byes():
                alive = (1 << len(self.present)) - 1 & ~(0 if bye is None else 1 << bye)
                if is_perfect(adjacent, alive):
                    return self._proposal(self._neighbours(adjacent, alive), bye, wanted, distance)
        raise NoLegalPairing

    def _allowed_masks(self, distance: int) -> list[int]:
        number, lineup = self.snapshot.round_number, self.lineup
        adjacent = [0] * len(self.present)
        for seat, place in enumerate(self.places):
            for other, another in enumerate(self.places):
                met = lineup.last_met[place].get(another)
                is_free = met is None or number - met >= distance
                if seat != other and is_free and not lineup.is_forbidden(place, another):
                    adjacent[seat] |= 1 << other
        return adjacent

    def _byes(self) -> list[int | None]:
        """List the candidates for the bye: fewest byes, then from the bottom of the ladder.

        None if the number is even.
        """
        if len(self.present) % 2 == 0:
            return [None]
        byes = self.lineup.byes
        return [*sorted(range(len(self.present)), key=lambda seat: (byes[self.places[seat]], -seat))]

    def _neighbours(self, adjacent: list[int], alive: int) -> list[tuple[int, int]]:
        """Pair from the top, each with the nearest below who leaves all others a partner."""
        matching = Matching(adjacent, alive)
        matching.is_perfect()
        pairs = []
        for seat in range(len(self.present)):
            if not matching.alive >> seat & 1:
                continue
            near = adjacent[seat] & matching.alive
            other = next(
                other
                for other in range(seat + 1, len(self.present))
                if near >> other & 1 and matching.fix(seat, other)
            )
            pairs.append((seat, other))
        return pairs

    def _proposal(
        self, seats: Sequence[tuple[int, int]], bye: int | None, wanted: int, distance: int
    ) -> Proposal:
        told = tuple(self._pair_reasons(*pair) for pair in seats)
        about = []
        if distance < wanted:
            again = sum(any(each.code is Code.REMATCH for each in pair.meeting) for pair in told)
            about.append(because(Code.REMATCHES_NEEDED, wanted=wanted, distance=distance, rematches=again))
        reasons = RoundReasons(
            system=SYSTEM,
            pairs=told,
            bye=None if bye is None else self._bye_reasons(bye),
            about_round=tuple(about),
        )
        pairs = tuple(Pair(each.white, each.black) for each in told)
        return Proposal(pairs=pairs, bye=NOBODY if bye is None else self.present[bye].number, reasons=reasons)

    def _pair_reasons(self, upper: int, lower: int) -> PairReasons:
        higher, other = self.places[upper], self.places[lower]
        one, another = self.present[upper], self.present[lower]
        meeting: list[Reason] = [because(Code.LADDER, upper=one.place, lower=another.place)]
        met = self.lineup.last_met[higher].get(other)
        if met is not None:
            distance = self.snapshot.round_number - met
            meeting.append(because(Code.REMATCH, round=met, distance=distance))
        options = self.options
        game = colours_of(
            self.lineup, higher, other, games=options.games, starting_side=options.starting_side
        )
        white, black = (one, another) if game.higher_has_white else (another, one)
        return PairReasons(white.number, black.number, tuple(meeting), game.reason)

    def _bye_reasons(self, bye: int) -> ByeReasons:
        rung = self.present[bye]
        reasons = [because(Code.BYE_LAST_ON_LADDER, place=rung.place)]
        byes = self.lineup.byes[self.places[bye]]
        if byes:
            reasons.append(because(Code.BYE_AGAIN, byes=byes))
        return ByeReasons(rung.number, tuple(reasons))
