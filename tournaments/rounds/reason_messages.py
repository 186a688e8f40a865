"""Reasons for the pairings of a round as sentences with names, from those stored with the round."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.reasons import Code

StoredReason = Mapping[str, Any]
Names = Mapping[int, str]
# Facts that are a player's number.
PEOPLE: Final = frozenset({"player", "down", "up", "top", "bottom"})
NO_RULE: Final = frozenset({"section", ""})

REASONS: Final[Mapping[Code, Any]] = {
    Code.SAME_SCORE: gettext_lazy("Both have %(score)s points."),
    Code.FLOAT: gettext_lazy("%(down)s (%(down_score)s points) floats down to %(up)s (%(up_score)s points)."),
    Code.UPFLOATER: gettext_lazy(
        "%(player)s (%(score)s points) floats up to the bracket of %(bracket_score)s points."
    ),
    Code.LENT_POINTS: gettext_lazy(
        "%(player)s has %(own_score)s points, plus %(lent_score)s lent for this round."
    ),
    Code.MOVED_DOWN: gettext_lazy(
        "%(player)s (%(score)s points) floats down to the bracket of %(bracket_score)s points."
    ),
    Code.REMATCH: gettext_lazy("They met in round %(round)s; the field allows no longer interval."),
    Code.SAME_GROUP: gettext_lazy("Both are in the same group (%(group)s); this could not be avoided."),
    Code.PATTERN: gettext_lazy(
        "In their score group they are number %(upper)s and number %(lower)s: %(pattern)s."
    ),
    Code.IDENTIFIER: gettext_lazy("Of all allowed pairings, this one comes first in order."),
    Code.LADDER: gettext_lazy("They are in places %(upper)s and %(lower)s on the ladder."),
    Code.STRENGTH: gettext_lazy("Rating difference: %(difference)s points."),
    Code.MET_BEFORE: gettext_lazy("They have met %(times)s times this season, long enough ago."),
    Code.NEXT_BEST: gettext_lazy(
        "Without this pair the round would have been worse: %(criterion)s by %(more)s."
    ),
    Code.NEXT_BEST_BOARDS: gettext_lazy(
        "Without this pair the best is %(instead)s, and the round is worse by %(criterion)s."
    ),
    Code.NEXT_IN_ORDER: gettext_lazy(
        "Without this pair the best is %(instead)s: equally good, but later in the order of generation."
    ),
    Code.NEXT_DECIDED_LATER: gettext_lazy(
        "Without this pair the best is %(instead)s, with as many upfloaters: a later criterion or "
        "the order decided."
    ),
    Code.NO_OTHER: gettext_lazy("Without this pair the round could not be paired at all."),
    Code.FEWER_FIRST_MOVES: gettext_lazy(
        "%(player)s has had the first move %(games)s times, the opponent %(opponent_games)s times."
    ),
    Code.ALTERNATES_LATEST_DIFFERENCE: gettext_lazy(
        "Colours alternate from the latest round in which they differed (as seen from %(player)s)."
    ),
    Code.HIGHER_ALTERNATES: gettext_lazy("%(player)s is ranked higher and changes colour."),
    Code.OTHER_ALTERNATES: gettext_lazy("%(player)s changes colour."),
    Code.INITIAL_COLOUR: gettext_lazy(
        "No games yet: the colour of %(player)s follows from the number and the initial colour."
    ),
    Code.COLOUR_PREFERENCES: gettext_lazy("Both get their preferred colour."),
    Code.ONLY_PREFERENCE: gettext_lazy("Only %(player)s has a colour preference, and it is met."),
    Code.STRONGER_PREFERENCE: gettext_lazy("%(player)s has the stronger colour preference."),
    Code.HIGHER_PREFERENCE: gettext_lazy("%(player)s is ranked higher and gets the preferred colour."),
    Code.LOWER_COLOUR_DIFFERENCE: gettext_lazy(
        "%(player)s has the lower colour balance: %(difference)s against %(opponent_difference)s."
    ),
    Code.TURNED_SINCE: gettext_lazy("They met in round %(round)s, when %(player)s had the other colour."),
    Code.BYE_LOWEST_SCORE: gettext_lazy("Lowest score that may have the bye: %(score)s points."),
    Code.BYE_PASSED_OVER: gettext_lazy(
        "%(player)s (%(score)s points) was passed over because of an earlier bye or points without play."
    ),
    Code.BYE_NEEDED_ELSEWHERE: gettext_lazy(
        "%(player)s (%(score)s points) was needed to pair the other players."
    ),
    Code.BYE_FEWEST_UNPLAYED: gettext_lazy("Unplayed rounds so far: %(unplayed)s, the fewest."),
    Code.BYE_MOST_PLAYED: gettext_lazy("Games played so far: %(played)s, the most."),
    Code.BYE_LAST_NUMBER: gettext_lazy("Number %(number)s is the last of the remaining players."),
    Code.BYE_LAST_ON_LADDER: gettext_lazy("Place %(place)s is the last on the ladder."),
    Code.BYE_FIRST: gettext_lazy("No bye so far; the other boards are the best without this player."),
    Code.BYE_LONGEST_AGO: gettext_lazy(
        "No player has fewer byes (%(byes)s); the last one was in round %(round)s."
    ),
    Code.BYE_AGAIN: gettext_lazy("No player without a bye could have it; byes so far: %(byes)s."),
    Code.REMATCHES_NEEDED: gettext_lazy(
        "The field is too small: %(rematches)s pairs meet again, at least %(distance)s rounds apart."
    ),
    Code.MANY_ROUNDS: gettext_lazy("%(rounds)s rounds is a lot for %(players)s players."),
    Code.SEED: gettext_lazy("The draw used the random seed %(seed)s."),
}
PATTERNS: Final[Mapping[str, Any]] = {
    "fold": gettext_lazy("the first meets the last"),
    "slide": gettext_lazy("first meets first of the lower half"),
    "random": gettext_lazy("neighbours in random order"),
}
CRITERIA: Final[Mapping[str, Any]] = {
    "rematches_too_soon": gettext_lazy("rematches too soon"),
    "rematches": gettext_lazy("rematches"),
    "byes_before": gettext_lazy("earlier byes"),
    "bye_score": gettext_lazy("points of the player with the bye"),
    "bye_unplayed": gettext_lazy("unplayed rounds of the player with the bye"),
    "score_difference": gettext_lazy("squared score differences"),
    "floats_repeated_1": gettext_lazy("floats as in the previous round"),
    "floats_repeated_2": gettext_lazy("floats as two rounds earlier"),
    "colours_absolute": gettext_lazy("pairs that must both have the same colour"),
    "colours_strong": gettext_lazy("pairs that both strongly prefer the same colour"),
    "colours_mild": gettext_lazy("pairs that both prefer the same colour"),
    "groups": gettext_lazy("meetings within a group"),
    "upfloaters": gettext_lazy("upfloaters"),
    "upfloater_scores": gettext_lazy("lower scores of upfloaters"),
    "pattern": gettext_lazy("distance from the pairing pattern"),
}
BY_HAND: Final = gettext_lazy("Made or changed by hand.")
LOCKED: Final = gettext_lazy("Locked when the round was re-paired.")


def stored_reason_text(reason: StoredReason, names: Names) -> str:
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
