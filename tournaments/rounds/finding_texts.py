"""Findings of the round checker as sentences, and the engine's alternative."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.checking.comparison import Comparison, Verdict
from tournaments.pairing.checking.findings import Code, Fact, Finding
from tournaments.pairing.values import NOBODY, Pair

Names = Mapping[int, str]

# Code -> heading of a group of such findings.
HEADINGS: Final[Mapping[Code, Any]] = {
    Code.PLAYER_TWICE: gettext_lazy("In the round more than once"),
    Code.PLAYER_UNKNOWN: gettext_lazy("Not of this section"),
    Code.PLAYER_ABSENT: gettext_lazy("Paired although absent"),
    Code.PLAYER_MISSING: gettext_lazy("Left out"),
    Code.SEVERAL_BYES: gettext_lazy("Several byes"),
    Code.NEEDLESS_BYE: gettext_lazy("A bye that nobody needs"),
    Code.PROHIBITED_PAIR: gettext_lazy("May not meet"),
    Code.REMATCH: gettext_lazy("Met before"),
    Code.BYE_RIGHT: gettext_lazy("No right to the bye"),
    Code.ABSOLUTE_COLOURS: gettext_lazy("Both must have the same side"),
    Code.BYE_SCORE: gettext_lazy("The bye goes to more points than needed"),
    Code.DOWNFLOATERS: gettext_lazy("More go down than must"),
    Code.DOWNFLOATER_SCORES: gettext_lazy("Moved down more than one bracket"),
    Code.NEXT_BRACKET: gettext_lazy("The next bracket is left with more over"),
    Code.BYE_UNPLAYED_GAMES: gettext_lazy("The bye goes to more unplayed rounds than needed"),
    Code.TOPSCORER_DIFFERENCE: gettext_lazy("Topscorers with a side three times too often"),
    Code.TOPSCORER_THIRD_COLOUR: gettext_lazy("Topscorers with a side three times running"),
    Code.COLOUR_PREFERENCE: gettext_lazy("Without the side they prefer"),
    Code.STRONG_COLOUR_PREFERENCE: gettext_lazy("Without the side they strongly prefer"),
    Code.DOWNFLOAT_AGAIN: gettext_lazy("Moved down twice running"),
    Code.UPFLOAT_AGAIN: gettext_lazy("Moved up twice running"),
    Code.DOWNFLOAT_TWO_BACK: gettext_lazy("Moved down as two rounds ago"),
    Code.UPFLOAT_TWO_BACK: gettext_lazy("Moved up as two rounds ago"),
    Code.DOWNFLOAT_AGAIN_DIFFERENCE: gettext_lazy("How far they move down twice running"),
    Code.UPFLOAT_AGAIN_DIFFERENCE: gettext_lazy("How far they move up twice running"),
    Code.DOWNFLOAT_TWO_BACK_DIFFERENCE: gettext_lazy("How far they move down as two rounds ago"),
    Code.UPFLOAT_TWO_BACK_DIFFERENCE: gettext_lazy("How far they move up as two rounds ago"),
    Code.COLOUR_ALLOCATION: gettext_lazy("Sides other than the rule gives"),
    Code.THIRD_COLOUR: gettext_lazy("The same side three times running"),
    Code.COLOUR_DIFFERENCE: gettext_lazy("One side much more often than the other"),
    Code.WIDE_FLOAT: gettext_lazy("Opponents far apart in points"),
    Code.SCORE_GROUP_DISTANCE: gettext_lazy("Opponents of different scores"),
    Code.REPEATED_MEETING: gettext_lazy("Meet again"),
    Code.REPEATED_BYE: gettext_lazy("A bye again"),
    Code.FIRST_MOVER: gettext_lazy("The first game begins otherwise than the rule has it"),
    Code.FIRST_MOVER_BALANCE: gettext_lazy("First games out of balance"),
    Code.DIFFERS_FROM_TABLE: gettext_lazy("Other than the table"),
    Code.TABLE_COLOURS: gettext_lazy("Sides other than the table"),
    Code.NOT_DUE: gettext_lazy("Has nothing to play in this round of the tree"),
    Code.DIFFERS_FROM_TREE: gettext_lazy("Other than the tree"),
    Code.SAME_TEAM: gettext_lazy("Both of one team"),
    Code.BYE_ON_LADDER: gettext_lazy("The bye goes to another than the ladder has it"),
    Code.LADDER_DISTANCE: gettext_lazy("No neighbours on the ladder"),
    Code.BYE_TURN: gettext_lazy("The bye goes to somebody whose turn it is not"),
    Code.BETTER_EXCHANGED: gettext_lazy("Better the other way round"),
    Code.SAME_GROUP: gettext_lazy("Of the same club, federation or family"),
    Code.BOARD_ORDER: gettext_lazy("Boards out of order"),
}

_IN_BRACKET = gettext_lazy("In the bracket of %(bracket)s points: %(names)s.")
_HOW_FAR = gettext_lazy("In the bracket of %(bracket)s points: %(names)s, by %(count)s points.")

# Code -> sentence; `one` and `other` are the players named first, `names` all of them.
SENTENCES: Final[Mapping[Code, Any]] = {
    Code.PLAYER_TWICE: gettext_lazy("%(one)s stands in the round %(times)s times."),
    Code.PLAYER_UNKNOWN: gettext_lazy("Nobody of this section has the number %(one)s."),
    Code.PLAYER_ABSENT: gettext_lazy("%(one)s does not play this round and is in it all the same."),
    Code.PLAYER_MISSING: gettext_lazy("%(one)s plays this round and has neither an opponent nor the bye."),
    Code.SEVERAL_BYES: gettext_lazy("%(count)s players have the bye: %(names)s."),
    Code.NEEDLESS_BYE: gettext_lazy(
        "%(names)s has the bye, and an even number of players is here (%(present)s)."
    ),
    Code.PROHIBITED_PAIR: gettext_lazy("%(one)s and %(other)s may not meet in this section."),
    Code.REMATCH: gettext_lazy("%(one)s and %(other)s have met in round %(round)s."),
    Code.BYE_RIGHT: gettext_lazy("%(one)s has had a bye or a win without play, and may not have the bye."),
    Code.ABSOLUTE_COLOURS: gettext_lazy("%(one)s and %(other)s must both have %(preferred)s."),
    Code.BYE_SCORE: gettext_lazy(
        "%(one)s has the bye with %(score)s points; fewer points and a right to it have: %(others)s."
    ),
    Code.DOWNFLOATERS: gettext_lazy(
        "From the bracket of %(bracket)s points %(count)s go down where %(forced)s would do: %(names)s."
    ),
    Code.DOWNFLOATER_SCORES: gettext_lazy(
        "Below the bracket of %(bracket)s points go, with the scores %(count)s: %(names)s."
    ),
    Code.NEXT_BRACKET: gettext_lazy(
        "Those who leave the bracket of %(bracket)s points leave the next one with %(count)s over where"
        " %(forced)s would do: %(names)s."
    ),
    Code.BYE_UNPLAYED_GAMES: gettext_lazy(
        "%(one)s has the bye after %(count)s unplayed rounds; another with the same score has %(fewest)s."
    ),
    Code.TOPSCORER_DIFFERENCE: _IN_BRACKET,
    Code.TOPSCORER_THIRD_COLOUR: _IN_BRACKET,
    Code.DOWNFLOAT_AGAIN: _IN_BRACKET,
    Code.UPFLOAT_AGAIN: _IN_BRACKET,
    Code.DOWNFLOAT_TWO_BACK: _IN_BRACKET,
    Code.UPFLOAT_TWO_BACK: _IN_BRACKET,
    Code.DOWNFLOAT_AGAIN_DIFFERENCE: _HOW_FAR,
    Code.UPFLOAT_AGAIN_DIFFERENCE: _HOW_FAR,
    Code.DOWNFLOAT_TWO_BACK_DIFFERENCE: _HOW_FAR,
    Code.UPFLOAT_TWO_BACK_DIFFERENCE: _HOW_FAR,
    Code.COLOUR_ALLOCATION: gettext_lazy("%(one)s against %(other)s: White is due to %(white)s."),
    Code.THIRD_COLOUR: gettext_lazy("%(one)s has the same side for the %(running)s. time running."),
    Code.COLOUR_DIFFERENCE: gettext_lazy("%(one)s then has one side %(difference)s times more often."),
    Code.WIDE_FLOAT: gettext_lazy("%(one)s and %(other)s; difference in points: %(difference)s."),
    Code.SCORE_GROUP_DISTANCE: gettext_lazy("%(one)s and %(other)s; difference in points: %(difference)s."),
    Code.REPEATED_MEETING: gettext_lazy("%(one)s and %(other)s have met in round %(round)s."),
    Code.REPEATED_BYE: gettext_lazy("%(one)s has had a bye or a win without play before."),
    Code.FIRST_MOVER: gettext_lazy("%(one)s against %(other)s: White in game 1 is due to %(white)s."),
    Code.FIRST_MOVER_BALANCE: gettext_lazy(
        "%(one)s then has one side in the first game %(difference)s times more often."
    ),
    Code.DIFFERS_FROM_TABLE: gettext_lazy("The table has for %(names)s: %(opponents)s."),
    Code.TABLE_COLOURS: gettext_lazy("%(one)s against %(other)s: the table gives White to %(white)s."),
    Code.NOT_DUE: gettext_lazy("%(one)s is out, or has no match in this round of the tree."),
    Code.DIFFERS_FROM_TREE: gettext_lazy("The tree has for %(names)s: %(opponents)s."),
    Code.SAME_TEAM: gettext_lazy("%(one)s and %(other)s play for the same team."),
    Code.BYE_ON_LADDER: gettext_lazy("%(one)s has the bye; it is due to %(other)s."),
    Code.BYE_TURN: gettext_lazy("%(one)s has the bye; the turn is that of %(other)s."),
    Code.BETTER_EXCHANGED: gettext_lazy("They would be better paired among themselves: %(names)s."),
    Code.LADDER_DISTANCE: gettext_lazy(
        "%(one)s and %(other)s stand on the places %(upper)s and %(lower)s of the ladder."
    ),
    Code.SAME_GROUP: gettext_lazy("%(one)s and %(other)s: %(group)s."),
    Code.BOARD_ORDER: gettext_lazy("%(boards)s boards do not stand in the order of the scores."),
}
# The same code about two players of a pair instead of a bracket.
_OF_A_PAIR: Final = gettext_lazy("%(one)s and %(other)s both prefer %(preferred)s.")

# Verdict of a comparison -> the round changed by hand, compared with the engine's.
VERDICTS: Final[Mapping[Verdict, Any]] = {
    Verdict.SAME: gettext_lazy("The engine would have paired the same."),
    Verdict.COLOURS_DIFFER: gettext_lazy("The engine would have the same meetings with other sides."),
    Verdict.LATER_IN_ORDER: gettext_lazy(
        "The round is as good as the engine's by every criterion, and comes later in the order of the rules."
    ),
    Verdict.WORSE: gettext_lazy(
        "By %(criterion)s the round is worse than the engine's: %(given)s, not %(engine)s."
    ),
    Verdict.ILLEGAL: gettext_lazy("The engine would not make this round: it breaks %(criterion)s."),
    Verdict.BETTER: gettext_lazy(
        "By %(criterion)s the round is better than the engine's (%(given)s, not %(engine)s): please tell us."
    ),
}


def finding_text(finding: Finding, names: Names) -> str:
    """A finding as a sentence."""
    facts: dict[str, str] = {name: _fact(name, fact, names) for name, fact in finding.facts}
    people = [_name(number, names) for number in finding.players]
    facts |= {"names": ", ".join(people), "others": ", ".join(people[1:])}
    facts |= dict(zip(("one", "other"), people, strict=False))
    sentence = SENTENCES.get(finding.code, _OF_A_PAIR if "preferred" in facts else _IN_BRACKET)
    return str(sentence) % facts


def article_text(article: str) -> str:
    """Return the reference of a rule."""
    if article == "section":
        return _("the section's own rules")
    return article if article.startswith("C.0") else f"C.04.3 {article}"


def pair_text(pair: Pair, names: Names) -> str:
    """Return a board as the names of its players."""
    other = _("bye") if pair.black == NOBODY else _name(pair.black, names)
    return f"{_name(pair.white, names)} \N{EN DASH} {other}"


def comparison_text(comparison: Comparison) -> str:
    """Return the comparison of a round changed by hand with the engine's as a sentence."""
    facts = {
        "criterion": article_text(comparison.criterion) if comparison.criterion else "",
        "given": ", ".join(map(str, comparison.given)) or "0",
        "engine": ", ".join(map(str, comparison.engine)) or "0",
    }
    return str(VERDICTS[comparison.verdict]) % facts


def _name(number: int, names: Names) -> str:
    return names.get(number, str(number))


def _fact(name: str, fact: Fact, names: Names) -> str:
    if name == "white" and isinstance(fact, int):
        return _name(fact, names)
    if name == "preferred":
        return _("White") if fact == "W" else _("Black")
    if name == "group":
        return str(fact).partition(":")[2]
    if name == "opponents" and isinstance(fact, tuple):
        return ", ".join(_("bye") if one == NOBODY else _name(one, names) for one in fact)
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)
