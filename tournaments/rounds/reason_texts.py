"""Reasons for the pairings of a round as sentences with names, from those stored with the round."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.reasons import Code

Kept = Mapping[str, Any]
Names = Mapping[int, str]
# Facts that are a player's number.
PEOPLE: Final = frozenset({"player", "down", "up", "top", "bottom"})
NO_RULE: Final = frozenset({"section", ""})

REASONS: Final[Mapping[Code, Any]] = {
    Code.SAME_SCORE: gettext_lazy("Both have %(score)s points."),
    Code.FLOAT: gettext_lazy(
        "%(down)s with %(down_score)s points was moved down to %(up)s with %(up_score)s points."
    ),
    Code.UPFLOATER: gettext_lazy(
        "%(player)s with %(score)s points was moved up to those with %(bracket_score)s points."
    ),
    Code.LENT_POINTS: gettext_lazy(
        "%(player)s has %(own_score)s points, and %(lent_score)s lent for this round."
    ),
    Code.MOVED_DOWN: gettext_lazy(
        "%(player)s with %(score)s points was moved down to those with %(bracket_score)s points."
    ),
    Code.REMATCH: gettext_lazy("They met in round %(round)s, and the field leaves no wider distance."),
    Code.SAME_GROUP: gettext_lazy("They are of the same group (%(group)s); they could not be kept apart."),
    Code.PATTERN: gettext_lazy(
        "In their score group they are number %(upper)s and number %(lower)s: %(pattern)s."
    ),
    Code.IDENTIFIER: gettext_lazy("Of all pairings that are allowed this one comes first in order."),
    Code.LADDER: gettext_lazy("They stand on the places %(upper)s and %(lower)s of the ladder."),
    Code.STRENGTH: gettext_lazy("They are %(difference)s points of rating apart."),
    Code.MET_BEFORE: gettext_lazy("They met %(times)s times this season, long enough ago."),
    Code.NEXT_BEST: gettext_lazy(
        "Without this pair the round would have been worse: %(criterion)s by %(more)s."
    ),
    Code.NEXT_BEST_BOARDS: gettext_lazy(
        "Without this pair the best is %(instead)s, and the round is worse by %(criterion)s."
    ),
    Code.NEXT_IN_ORDER: gettext_lazy(
        "Without this pair the best is %(instead)s: as good, but later in the order of generation."
    ),
    Code.NEXT_DECIDED_LATER: gettext_lazy(
        "Without this pair the best is %(instead)s, with as many moved up: a later criterion or the order "
        "decided."
    ),
    Code.NO_OTHER: gettext_lazy("Without this pair the round could not be paired at all."),
    Code.FEWER_FIRST_MOVES: gettext_lazy(
        "%(player)s has moved first %(games)s times, the opponent %(opponent_games)s times."
    ),
    Code.ALTERNATES_LATEST_DIFFERENCE: gettext_lazy(
        "The sides change from the latest round in which they differed; seen from %(player)s."
    ),
    Code.HIGHER_ALTERNATES: gettext_lazy("%(player)s is ranked higher and changes sides."),
    Code.OTHER_ALTERNATES: gettext_lazy("%(player)s changes sides."),
    Code.INITIAL_COLOUR: gettext_lazy(
        "Nobody has played yet: the number of %(player)s goes by the first colour."
    ),
    Code.COLOUR_PREFERENCES: gettext_lazy("Both get the side they prefer."),
    Code.ONLY_PREFERENCE: gettext_lazy("Only %(player)s prefers a side, and gets it."),
    Code.STRONGER_PREFERENCE: gettext_lazy("%(player)s has the stronger preference."),
    Code.HIGHER_PREFERENCE: gettext_lazy("%(player)s is ranked higher and gets the side preferred."),
    Code.LOWER_COLOUR_DIFFERENCE: gettext_lazy(
        "%(player)s has the lower balance of sides: %(difference)s against %(opponent_difference)s."
    ),
    Code.TURNED_SINCE: gettext_lazy("They met in round %(round)s: %(player)s had the other side then."),
    Code.BYE_LOWEST_SCORE: gettext_lazy("With %(score)s points the lowest score that can have the bye."),
    Code.BYE_PASSED_OVER: gettext_lazy(
        "%(player)s with %(score)s points was passed over, having had a bye or points without play."
    ),
    Code.BYE_NEEDED_ELSEWHERE: gettext_lazy(
        "%(player)s with %(score)s points was needed: the others could not have been paired."
    ),
    Code.BYE_FEWEST_UNPLAYED: gettext_lazy("Unplayed rounds so far: %(unplayed)s, the fewest."),
    Code.BYE_MOST_PLAYED: gettext_lazy("Games played so far: %(played)s, the most."),
    Code.BYE_LAST_NUMBER: gettext_lazy("Number %(number)s is the last of those left."),
    Code.BYE_LAST_ON_LADDER: gettext_lazy("Place %(place)s is the last of the ladder."),
    Code.BYE_FIRST: gettext_lazy("No bye so far; the other boards are the best without this player."),
    Code.BYE_LONGEST_AGO: gettext_lazy(
        "Nobody has fewer byes (%(byes)s); the last one was in round %(round)s."
    ),
    Code.BYE_AGAIN: gettext_lazy("Nobody without a bye could have it; byes so far: %(byes)s."),
    Code.REMATCHES_NEEDED: gettext_lazy(
        "The field is too small: %(rematches)s pairs meet again, %(distance)s rounds apart at the least."
    ),
    Code.MANY_ROUNDS: gettext_lazy("%(rounds)s rounds are many for %(players)s players."),
    Code.SEED: gettext_lazy("Lots were drawn from the seed %(seed)s."),
}
PATTERNS: Final[Mapping[str, Any]] = {
    "fold": gettext_lazy("the first meets the last"),
    "slide": gettext_lazy("first meets first of the lower half"),
    "random": gettext_lazy("neighbours in a drawn order"),
}
CRITERIA: Final[Mapping[str, Any]] = {
    "rematches_too_soon": gettext_lazy("meetings too soon"),
    "rematches": gettext_lazy("meetings again"),
    "byes_before": gettext_lazy("byes had before"),
    "bye_score": gettext_lazy("points of whoever has the bye"),
    "bye_unplayed": gettext_lazy("unplayed rounds of whoever has the bye"),
    "score_difference": gettext_lazy("differences in points, squared"),
    "floats_repeated_1": gettext_lazy("floats as in the round before"),
    "floats_repeated_2": gettext_lazy("floats as two rounds before"),
    "colours_absolute": gettext_lazy("pairs that must both have the same side"),
    "colours_strong": gettext_lazy("pairs that both strongly prefer the same side"),
    "colours_mild": gettext_lazy("pairs that both prefer the same side"),
    "groups": gettext_lazy("meetings inside a group"),
    "upfloaters": gettext_lazy("players moved up"),
    "upfloater_scores": gettext_lazy("lower scores of those moved up"),
    "pattern": gettext_lazy("distance from the places meant for each other"),
}
BY_HAND: Final = gettext_lazy("Made or changed by hand.")
LOCKED: Final = gettext_lazy("Kept as it was when the round was paired anew.")


def kept_reason_text(reason: Kept, names: Names) -> str:
    """Return a stored reason as a sentence, followed by the deciding article."""
    facts = {name: _fact(name, fact, names) for name, fact in reason.items()}
    sentence = str(REASONS[Code(reason["code"])]) % facts
    rule = str(reason.get("rule", ""))
    return (
        sentence if rule in NO_RULE else _("%(sentence)s (%(rule)s)") % {"sentence": sentence, "rule": rule}
    )


def _fact(name: str, fact: object, names: Names) -> str:
    if name in PEOPLE and isinstance(fact, int):
        return names.get(fact, str(fact))
    if name == "instead":
        return ", ".join(_board(board, names) for board in str(fact).split(", "))
    if name == "pattern":
        return str(PATTERNS[str(fact)])
    if name == "group":
        return str(fact).partition(":")[2]
    if name == "criterion":
        return str(CRITERIA.get(str(fact), str(fact).replace("_", " ")))
    return str(fact)


def _board(numbers: str, names: Names) -> str:
    """Return two opponents by their numbers with a hyphen; a single number has the bye."""
    return " \N{EN DASH} ".join(names.get(int(number), number) for number in numbers.split("-"))
