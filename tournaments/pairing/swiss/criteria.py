"""Quality criteria C6 to C21 as counts of good things: the best candidate has most of each (article 2).

C1 to C3 have excluded pairs before. C4 and C5 come first as the pairs of a matching that leaves no player
alone except a candidate for the bye.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.swiss.bracket import BracketGraph
from tournaments.pairing.swiss.colours import ColourHistory, Strength
from tournaments.pairing.swiss.field import Field, Float
from tournaments.pairing.swiss.weights import Count
from tournaments.pairing.values import Colour

PairTest = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Criteria:
    """Counts over the pairs of a bracket."""

    graph: BracketGraph

    def before_bye(self) -> Iterator[Count]:
        """Yield C4 to C8: the players who go down at all, and the next bracket."""
        if self.graph.must_be_perfect:
            yield self.completion()
        yield Count("C6", self.most, self._inside)
        yield from self._floater_scores()
        yield from self._next_bracket()

    def completion(self) -> Count:
        """Count C4: all players are paired."""
        return Count("C4", len(self.graph.vertices) // 2, _one)

    def bye(self) -> Iterator[Count]:
        """Yield C9: as few unplayed games as possible of the player with the bye."""
        yield Count("C9", max(self.graph.field.unplayed), self._games_played)

    def after_bye(self) -> Iterator[Count]:
        """Yield C10 to C21: colours and floats."""
        yield from self._topscorers()
        yield from self._preferences()
        yield from self._repeated_floats()
        yield from self._repeated_differences()

    @property
    def most(self) -> int:
        """Upper bound: no candidate has more pairs."""
        return len(self.graph.members) // 2

    def _inside(self, one: int, other: int) -> int:
        return int(self.graph.is_inside(one, other))

    def _floater_scores(self) -> Iterator[Count]:
        """Yield C7: moved-down players that are paired, from the highest score; all others have the least."""
        for score, many in self._scores(self.graph.movers):
            yield Count("C7", many, partial(self._pairs_mover, score))

    def _pairs_mover(self, score: int, one: int, other: int) -> int:
        graph = self.graph
        return int(one in graph.movers and graph.field.score[one] == score and graph.is_inside(one, other))

    def _next_bracket(self) -> Iterator[Count]:
        """Yield C8: pairs in the next bracket (its C6), then players going down and paired there (its C7)."""
        graph = self.graph
        if not graph.next:
            return
        yield Count("C8", (len(graph.next) + len(graph.members)) // 2, self._next)
        for score, many in self._scores(graph.members):
            yield Count("C8", min(many, len(graph.next)), partial(self._pairs_next, score))

    def _next(self, one: int, other: int) -> int:
        return int(self.graph.is_next(one, other))

    def _pairs_next(self, score: int, one: int, other: int) -> int:
        graph = self.graph
        return int(one in graph.members and graph.field.score[one] == score and other in graph.next)

    def _scores(self, places: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield every score, the highest first, with its number of players."""
        scores = [self.graph.field.score[place] for place in places]
        for score in sorted(set(scores), reverse=True):
            yield score, scores.count(score)

    def _games_played(self, one: int, other: int) -> int:
        unplayed = self.graph.field.unplayed
        return max(unplayed) - unplayed[one] if other == self.graph.bye else 0

    def _topscorers(self) -> Iterator[Count]:
        """Yield C10: pairs that take no player beyond a difference of two; C11: a colour a third time."""
        if any(self.graph.field.is_topscorer):
            yield Count(
                "C10",
                self.most,
                partial(self._inside_without, partial(exceeds_colour_difference, self.graph.field)),
            )
            yield Count(
                "C11",
                self.most,
                partial(self._inside_without, partial(repeats_colour_thrice, self.graph.field)),
            )

    def _inside_without(self, fault: PairTest, one: int, other: int) -> int:
        return int(self.graph.is_inside(one, other) and not fault(one, other))

    def _preferences(self) -> Iterator[Count]:
        """Yield C12: pairs with both preferred colours; C13: or one prefers it only mildly."""
        colours = self.graph.field.colours
        if any(colours[place].preferred is not None for place in self.graph.members):
            yield Count("C12", self.most, partial(self._inside_without, self._misses_wish))
            yield Count("C13", self.most, partial(self._inside_without, self._misses_strong_wish))

    def _misses_wish(self, one: int, other: int) -> bool:
        first, second = self.graph.field.colours[one], self.graph.field.colours[other]
        return first.preferred is not None and first.preferred is second.preferred

    def _misses_strong_wish(self, one: int, other: int) -> bool:
        first, second = self.graph.field.colours[one], self.graph.field.colours[other]
        return self._misses_wish(one, other) and min(first.strength, second.strength) >= Strength.STRONG

    def _repeated_floats(self) -> Iterator[Count]:
        """Yield C14 to C17: residents that went down before are paired, others meet those moved down."""
        graph = self.graph
        for back, articles in enumerate((("C14", "C15"), ("C16", "C17"))):
            down = self._floaters_back(graph.residents, back, Float.DOWN)
            up = self._floaters_back(graph.residents, back, Float.UP)
            if down:
                yield Count(articles[0], len(down), partial(self._pairs_of, down))
            if up:
                yield Count(articles[1], len(graph.movers), partial(self._moved_down_to_others, up))

    def _floaters_back(self, places: Iterable[int], back: int, way: Float) -> frozenset[int]:
        floats = self.graph.field.floats
        return frozenset(place for place in places if floats[place][back] is way)

    def _pairs_of(self, players: frozenset[int], one: int, other: int) -> int:
        return (one in players) + (other in players) if self.graph.is_inside(one, other) else 0

    def _moved_down_to_others(self, up: frozenset[int], one: int, other: int) -> int:
        return int(one in self.graph.movers and self.graph.is_inside(one, other) and other not in up)

    def _repeated_differences(self) -> Iterator[Count]:
        """Yield C18 to C21: the score differences of players who float again, from the widest.

        C18 and C20: a player who went down before is paired, not sent on; C19 and C21: paired with a player
        who did not go up before.
        """
        graph = self.graph
        for back, articles in enumerate((("C18", "C19"), ("C20", "C21"))):
            down = self._floaters_back(graph.movers, back, Float.DOWN)
            up = self._floaters_back(graph.residents, back, Float.UP)
            for score, many in self._scores(down):
                yield Count(articles[0], many, partial(self._pairs_again, score, down))
            for score, many in self._scores(graph.movers if up else ()):
                yield Count(articles[1], many, partial(self._pairs_with_others, score, up))

    def _pairs_again(self, score: int, down: frozenset[int], one: int, other: int) -> int:
        return self._pairs_mover(score, one, other) if one in down else 0

    def _pairs_with_others(self, score: int, up: frozenset[int], one: int, other: int) -> int:
        return 0 if other in up else self._pairs_mover(score, one, other)


def _one(_one: int, _other: int) -> int:
    return 1


MAX_DIFFERENCE = 2


def exceeds_colour_difference(field: Field, one: int, other: int) -> bool:
    """Check C10: a player of a topscorer's pair comes to a colour difference beyond two."""
    return any(
        abs(history.difference + history.step(got)) > MAX_DIFFERENCE
        for history, got in _against_their_wish(field, one, other)
    )


def repeats_colour_thrice(field: Field, one: int, other: int) -> bool:
    """Check C11: a player of a topscorer's pair gets the same colour three times running."""
    return any(history.played[-2:] == (got, got) for history, got in _against_their_wish(field, one, other))


def _against_their_wish(field: Field, one: int, other: int) -> Iterator[tuple[ColourHistory, Colour]]:
    """Yield the players of a topscorer's pair without their preferred colour, and the colour given."""
    if not (field.is_topscorer[one] or field.is_topscorer[other]):
        return
    white = Colour.WHITE if field.grant(one, other).first_is_white else Colour.BLACK
    for history, got in ((field.colours[one], white), (field.colours[other], white.opposite)):
        if history.preferred is got.opposite:
            yield history, got
