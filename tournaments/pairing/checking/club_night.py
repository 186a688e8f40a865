"""Check of a club-night round against the club's options, computed here board by board."""

from collections.abc import Iterator
from itertools import combinations

from tournaments.pairing.checking.findings import Code, Finding, GivenRound, Report, Severity, quality
from tournaments.pairing.checking.general import attendance, known_pairs, soft_groups
from tournaments.pairing.checking.past import Past, pasts_of
from tournaments.pairing.club_night.options import ClubNightOptions
from tournaments.pairing.values import NOBODY, Pair, RoundKind, Snapshot

Cost = tuple[int, int]
"""Squares: of the rounds that lack until two may meet again, and of the other costs of a board."""


def check_club_night(snapshot: Snapshot, options: ClubNightOptions, given: GivenRound) -> Report:
    """Check attendance, early meetings, the right to the bye, and boards that an exchange would improve."""
    night = CheckedNight(snapshot, options)
    pairs = known_pairs(given, night.pasts)
    found = [*attendance(snapshot, given, night.pasts)]
    is_whole = not found
    found += _soon(night, pairs)
    if is_whole:
        found += _bye(night, given)
        found += _exchanges(night, pairs)
        found += _with_the_bye(night, pairs, given)
    found += soft_groups(pairs, night.pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


class CheckedNight:
    """Costs of each board, and the distribution of the season's byes."""

    def __init__(self, snapshot: Snapshot, options: ClubNightOptions) -> None:
        self.snapshot, self.options = snapshot, options
        self.pasts = pasts_of(snapshot)
        here = [player for player in snapshot.players if player.is_present]
        lowest = min((player.rating for player in here if player.rating), default=0)
        self.strength = {player.number: player.rating or lowest for player in here}
        self.byes = {
            player.number: [
                number
                for number, each in enumerate(player.rounds[: snapshot.round_number - 1], start=1)
                if each.kind is RoundKind.ALLOCATED_BYE
            ]
            for player in here
        }

    @property
    def wanted(self) -> int:
        """Rounds from one meeting to the next."""
        return max(1, min(self.options.rematch_after, self.snapshot.round_number))

    def distance(self, pair: Pair) -> int | None:
        """Number of rounds since the two met last."""
        rounds = self.pasts[pair.white].rounds_met(pair.black)
        return self.snapshot.round_number - rounds[-1] if rounds else None

    def cost(self, pair: Pair) -> Cost:
        """Cost of a board, independent of who has White."""
        white, black = self.pasts[pair.white], self.pasts[pair.black]
        distance, options = self.distance(pair), self.options
        lacking = 0 if distance is None else max(0, self.wanted - distance)
        worth = abs(self.strength[pair.white] - self.strength[pair.black])
        worth += options.meeting_worth * len(white.rounds_met(pair.black))
        if options.games % 2:
            worth += options.colour_worth * _too_often(white, black)
        return lacking**2, worth**2

    def may_meet(self, pair: Pair) -> bool:
        """Return whether the section lets the two meet."""
        return frozenset((pair.white, pair.black)) not in self.snapshot.forbidden

    def turn(self, number: int) -> tuple[int, int]:
        """Sort key for the next bye: fewest byes, then longest ago."""
        byes = self.byes[number]
        return len(byes), byes[-1] if byes else 0


def _too_often(one: Past, other: Past) -> int:
    """Return the excess of the larger difference beyond one game, in the better allocation of colours."""
    ways = ((one.difference + 1, other.difference - 1), (one.difference - 1, other.difference + 1))
    return min(max(0, *(abs(each) - 1 for each in way)) for way in ways)


def _soon(night: CheckedNight, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    for pair in pairs:
        distance = night.distance(pair)
        if distance is not None and distance < night.wanted:
            met = {"round": night.snapshot.round_number - distance, "distance": distance}
            numbers = (pair.white, pair.black)
            yield quality(Code.REPEATED_MEETING, numbers, "section", **met, wanted=night.wanted)


def _bye(night: CheckedNight, given: GivenRound) -> Iterator[Finding]:
    """Report a bye of a player who was not next, unless the section has prohibited pairs."""
    for number in given.byes:
        first = min(night.byes, key=lambda one: (night.turn(one), one))
        if night.turn(first) < night.turn(number) and not night.snapshot.forbidden:
            yield quality(Code.BYE_TURN, (number, first), "section", byes=night.turn(number)[0])


def _exchanges(night: CheckedNight, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report two boards whose players would do better with each other's opponents."""
    for one, two in combinations(pairs, 2):
        now = _sum(night.cost(one), night.cost(two))
        ways = (
            (Pair(one.white, two.white), Pair(one.black, two.black)),
            (Pair(one.white, two.black), Pair(one.black, two.white)),
        )
        allowed = [way for way in ways if all(night.may_meet(pair) for pair in way)]
        if any(_sum(*(night.cost(pair) for pair in way)) < now for way in allowed):
            yield quality(Code.BETTER_EXCHANGED, (one.white, one.black, two.white, two.black), "section")


def _with_the_bye(night: CheckedNight, pairs: tuple[Pair, ...], given: GivenRound) -> Iterator[Finding]:
    """Report a board that would be better with the receiver of the bye, where both are equally due for it."""
    for number in given.byes:
        for pair in pairs:
            for out, stays in ((pair.white, pair.black), (pair.black, pair.white)):
                other = Pair(number, stays)
                is_turn = number != NOBODY and night.turn(out) == night.turn(number)
                if is_turn and night.may_meet(other) and night.cost(other) < night.cost(pair):
                    yield quality(Code.BETTER_EXCHANGED, (number, out, stays), "section")


def _sum(one: Cost, two: Cost) -> Cost:
    return one[0] + two[0], one[1] + two[1]
