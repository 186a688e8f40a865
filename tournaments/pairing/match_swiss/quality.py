"""Criteria of a good round of matches, in order of weight.

Below the rematch rule come: the score of the bye, the squares of the score differences, colours where a
pairing has an odd number of games, the unplayed rounds of the bye's receiver, repeated floats, rematches that
the rule allows, soft groups, the pattern inside the score groups; and among what is equal by all of them, a
lot for each pair.

- The bye is above the distance, as in C5 of the Dutch system and article 3.4 of the Double-Swiss;
  below it, a leader could be sent home to make two score groups even.
- Distance is the sum of squared differences of the score, not a comparison from the top group down: two
  short floats are better than one long one, no low-ranked player pays for a tidy top, and the field of
  the weight has the same width however many score groups game points make (a field for each group would
  need hundreds of bits).
"""

from collections.abc import Callable
from functools import partial

from tournaments.pairing.criteria import Criterion, Penalty
from tournaments.pairing.lineup import Float, Lineup
from tournaments.pairing.lots import Lots, mixed, seed_of
from tournaments.pairing.match_swiss.legality import Legality, shared
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Pattern
from tournaments.pairing.swiss.colours import ColourHistory, Strength, colour_history
from tournaments.pairing.values import NOBODY, Colour

LOT_BITS, NUMBER_BITS = 40, 24
STRENGTHS = (Strength.ABSOLUTE, Strength.STRONG, Strength.MILD)


def criteria(lineup: Lineup, options: MatchSwissOptions, legal: Legality) -> list[Criterion]:
    """List everything to minimise, the first outweighing all that follow."""
    number = lineup.snapshot.round_number
    fewest = legal.wanted

    def too_soon(one: int, other: int) -> int:
        met = lineup.last_met[one].get(other) if other < lineup.size else None
        return int(met is not None and number - met < fewest)

    def again(one: int, other: int) -> int:
        return int(other in lineup.last_met[one])

    return [
        Criterion(name="rematches_too_soon", penalty=too_soon),
        *_bye_criteria(lineup, legal),
        Criterion(name="score_difference", penalty=partial(_squared_difference, lineup.score)),
        *(_colour_criteria(lineup) if options.colour_pairs else ()),
        *_bye_unplayed(lineup, legal),
        *(Criterion(name=f"floats_repeated_{back}", penalty=_floats(lineup, back)) for back in (1, 2)),
        *([Criterion(name="rematches", penalty=again)] if legal.distance < number else []),
        *_soft_groups(lineup, options),
        Criterion(name="pattern", penalty=pattern_penalty(lineup, options)),
    ]


def clashing_sets(lineup: Lineup, options: MatchSwissOptions) -> dict[str, list[frozenset[int]]]:
    """Return for the criteria of clashes the sets of places in which any two clash."""
    players = range(lineup.size)
    sets = {
        "groups": [
            frozenset(place for place in players if group in lineup.players[place].groups)
            for group in sorted(options.soft_groups)
        ]
    }
    if not options.colour_pairs:
        return sets
    histories = [colour_history(player) for player in lineup.players]
    for least in STRENGTHS:
        sets[_of_colours(least)] = [
            frozenset(
                place
                for place in players
                if histories[place].preferred is colour and histories[place].strength >= least
            )
            for colour in Colour
        ]
    return sets


def _of_colours(least: Strength) -> str:
    return f"colours_{least.name.lower()}"


def lot_of(lineup: Lineup, options: MatchSwissOptions) -> Penalty:
    """Return the lot of a pair, drawn from the seed, the round and the two numbers alone.

    It decides between rounds that are equal by every criterion. Two of them with the same sum of lots are
    as good as impossible, so that the answer depends neither on the machine nor on the way it is found.
    """
    numbers = [player.number for player in lineup.players] + [NOBODY]
    seed = seed_of(f"{options.seed}/round {lineup.snapshot.round_number}/lots")

    def lot(one: int, other: int) -> int:
        lower, higher = numbers[one], numbers[other]
        if lower > higher:
            lower, higher = higher, lower
        return mixed(seed ^ (lower << NUMBER_BITS | higher)) >> 64 - LOT_BITS

    return lot


def _soft_groups(lineup: Lineup, options: MatchSwissOptions) -> list[Criterion]:
    """List the criteria of players of one club or family who meet."""
    soft = options.soft_groups
    if not soft:
        return []

    def together(one: int, other: int) -> int:
        return int(other < lineup.size and bool(shared(lineup, one, other, soft)))

    return [Criterion(name="groups", penalty=together)]


def _squared_difference(score: list[int], one: int, other: int) -> int:
    return (score[one] - score[other]) ** 2 if other < len(score) else 0


def _bye_criteria(lineup: Lineup, legal: Legality) -> list[Criterion]:
    """List the criteria of the bye: few byes before, then the lowest score."""
    if legal.bye is None:
        return []
    lowest = min(lineup.score)
    had = _of_bye(lineup, lambda place: lineup.byes[place])
    score = _of_bye(lineup, lambda place: lineup.score[place] - lowest)
    return [
        Criterion(name="byes_before", penalty=had, most=max(lineup.byes)),
        Criterion(name="bye_score", penalty=score, most=max(lineup.score) - lowest),
    ]


def _bye_unplayed(lineup: Lineup, legal: Legality) -> list[Criterion]:
    if legal.bye is None:
        return []
    unplayed = _of_bye(lineup, lambda place: lineup.unplayed[place])
    return [Criterion(name="bye_unplayed", penalty=unplayed, most=max(lineup.unplayed))]


def _of_bye(lineup: Lineup, value: Callable[[int], int]) -> Penalty:
    return lambda one, other: value(one) if other == lineup.size else 0


def _colour_criteria(lineup: Lineup) -> list[Criterion]:
    """List criteria of clashing preferences: absolute, strong, any (C.04.3 article 1.7, by first games)."""
    histories = [colour_history(player) for player in lineup.players]

    def clash(least: Strength, one: int, other: int) -> int:
        if other == lineup.size:
            return 0
        return int(_wish_the_same(histories[one], histories[other], least))

    return [Criterion(name=_of_colours(least), penalty=partial(clash, least)) for least in STRENGTHS]


def _wish_the_same(one: ColourHistory, other: ColourHistory, least: Strength) -> bool:
    return one.preferred is other.preferred and min(one.strength, other.strength) >= least


def _floats(lineup: Lineup, back: int) -> Penalty:
    """Penalty of players who would float again as so many rounds ago; the bye is a float down."""
    floated = [lineup.floated(place, back, bye_floats=True) for place in range(lineup.size)]

    def penalty(one: int, other: int) -> int:
        if other == lineup.size:
            return int(floated[one] is Float.DOWN)
        if lineup.score[one] == lineup.score[other]:
            return 0
        return (floated[one] is Float.DOWN) + (floated[other] is Float.UP)

    return penalty


def pattern_penalty(lineup: Lineup, options: MatchSwissOptions) -> Penalty:
    """Penalty of the squared distance of a pair from the pattern.

    A floater belongs next to the other group.
    """
    pattern, seed = drawn_pattern(lineup, options)
    rank, size = places_in_groups(lineup, pattern, seed)

    def penalty(one: int, other: int) -> int:
        if other == lineup.size:
            return (size[one] - 1 - rank[one]) ** 2
        if lineup.score[one] != lineup.score[other]:
            return (size[one] - 1 - rank[one]) ** 2 + rank[other] ** 2
        return meant(pattern, size[one], rank[one], rank[other]) ** 2

    return penalty


def drawn_pattern(lineup: Lineup, options: MatchSwissOptions) -> tuple[Pattern, str]:
    """Return the pattern of the round and the seed of its order."""
    number = lineup.snapshot.round_number
    return options.pattern_in(number), f"{options.seed}/round {number}"


def places_in_groups(lineup: Lineup, pattern: Pattern, seed: str) -> tuple[list[int], list[int]]:
    """Return the place of each player in the score group, from 0, in drawn order for the random pattern.

    Also return the size of the group.
    """
    rank, size = [0] * lineup.size, [0] * lineup.size
    lots = Lots(seed_of(seed))
    for group in lineup.groups():
        order = list(lots.shuffled(group)) if pattern is Pattern.RANDOM else group
        for at, place in enumerate(order):
            rank[place], size[place] = at, len(group)
    return rank, size


def meant(pattern: Pattern, size: int, one: int, other: int) -> int:
    """Return how many places a pair is away from the pattern."""
    if pattern is Pattern.FOLD:
        return abs(one + other - (size - 1))
    if pattern is Pattern.SLIDE:
        return abs(abs(one - other) - size // 2)
    return abs(one - other) - 1 if one // 2 != other // 2 else 0
