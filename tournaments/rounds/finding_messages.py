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
    Code.PLAYER_TWICE: gettext_lazy("Paired more than once"),
    Code.PLAYER_UNKNOWN: gettext_lazy("Not in this section"),
    Code.PLAYER_ABSENT: gettext_lazy("Paired although absent"),
    Code.PLAYER_MISSING: gettext_lazy("Not paired"),
    Code.SEVERAL_BYES: gettext_lazy("Several byes"),
    Code.NEEDLESS_BYE: gettext_lazy("Unnecessary bye"),
    Code.PROHIBITED_PAIR: gettext_lazy("Forbidden pair"),
    Code.REMATCH: gettext_lazy("Already met"),
    Code.BYE_RIGHT: gettext_lazy("Not entitled to the bye"),
    Code.ABSOLUTE_COLOURS: gettext_lazy("Both must have the same colour"),
    Code.BYE_SCORE: gettext_lazy("Bye at a higher score than needed"),
    Code.DOWNFLOATERS: gettext_lazy("Too many downfloaters"),
    Code.DOWNFLOATER_SCORES: gettext_lazy("Downfloat by more than one bracket"),
    Code.NEXT_BRACKET: gettext_lazy("More unpaired players in the next bracket"),
    Code.BYE_UNPLAYED_GAMES: gettext_lazy("Bye with more unplayed rounds than needed"),
    Code.TOPSCORER_DIFFERENCE: gettext_lazy("Topscorers with a colour difference above two"),
    Code.TOPSCORER_THIRD_COLOUR: gettext_lazy("Topscorers with the same colour three times in a row"),
    Code.COLOUR_PREFERENCE: gettext_lazy("Colour preference not met"),
    Code.STRONG_COLOUR_PREFERENCE: gettext_lazy("Strong colour preference not met"),
    Code.DOWNFLOAT_AGAIN: gettext_lazy("Downfloat twice in a row"),
    Code.UPFLOAT_AGAIN: gettext_lazy("Upfloat twice in a row"),
    Code.DOWNFLOAT_TWO_BACK: gettext_lazy("Downfloat as two rounds ago"),
    Code.UPFLOAT_TWO_BACK: gettext_lazy("Upfloat as two rounds ago"),
    Code.DOWNFLOAT_AGAIN_DIFFERENCE: gettext_lazy("Downfloat twice in a row: score gap"),
    Code.UPFLOAT_AGAIN_DIFFERENCE: gettext_lazy("Upfloat twice in a row: score gap"),
    Code.DOWNFLOAT_TWO_BACK_DIFFERENCE: gettext_lazy("Downfloat as two rounds ago: score gap"),
    Code.UPFLOAT_TWO_BACK_DIFFERENCE: gettext_lazy("Upfloat as two rounds ago: score gap"),
    Code.COLOUR_ALLOCATION: gettext_lazy("Colours differ from the rule"),
    Code.THIRD_COLOUR: gettext_lazy("Same colour three times in a row"),
    Code.COLOUR_DIFFERENCE: gettext_lazy("One colour much more often than the other"),
    Code.WIDE_FLOAT: gettext_lazy("Large score difference"),
    Code.SCORE_GROUP_DISTANCE: gettext_lazy("Different scores"),
    Code.REPEATED_MEETING: gettext_lazy("Rematch"),
    Code.REPEATED_BYE: gettext_lazy("Repeated bye"),
    Code.FIRST_MOVER: gettext_lazy("First-game colours differ from the rule"),
    Code.FIRST_MOVER_BALANCE: gettext_lazy("First-game colours unbalanced"),
    Code.DIFFERS_FROM_TABLE: gettext_lazy("Differs from the table"),
    Code.TABLE_COLOURS: gettext_lazy("Colours differ from the table"),
    Code.NOT_DUE: gettext_lazy("No match in this bracket round"),
    Code.DIFFERS_FROM_TREE: gettext_lazy("Differs from the bracket"),
    Code.SAME_TEAM: gettext_lazy("Both from the same team"),
    Code.BYE_ON_LADDER: gettext_lazy("Bye not given by ladder order"),
    Code.LADDER_DISTANCE: gettext_lazy("Not neighbours on the ladder"),
    Code.BYE_TURN: gettext_lazy("Bye out of turn"),
    Code.BETTER_EXCHANGED: gettext_lazy("Better if exchanged"),
    Code.SAME_GROUP: gettext_lazy("Same club, federation or family"),
    Code.BOARD_ORDER: gettext_lazy("Boards out of order"),
}

_IN_BRACKET = gettext_lazy("In the bracket of %(bracket)s points: %(names)s.")
_HOW_FAR = gettext_lazy("In the bracket of %(bracket)s points: %(names)s, by %(count)s points.")

# Code -> sentence; `one` and `other` are the players named first, `names` all of them.
SENTENCES: Final[Mapping[Code, Any]] = {
    Code.PLAYER_TWICE: gettext_lazy("%(one)s is in the round %(times)s times."),
    Code.PLAYER_UNKNOWN: gettext_lazy("No player of this section has number %(one)s."),
    Code.PLAYER_ABSENT: gettext_lazy("%(one)s is absent in this round but is paired."),
    Code.PLAYER_MISSING: gettext_lazy("%(one)s plays this round but has neither an opponent nor the bye."),
    Code.SEVERAL_BYES: gettext_lazy("%(count)s players have the bye: %(names)s."),
    Code.NEEDLESS_BYE: gettext_lazy(
        "%(names)s has the bye, although an even number of players is present (%(present)s)."
    ),
    Code.PROHIBITED_PAIR: gettext_lazy("%(one)s and %(other)s are a forbidden pair in this section."),
    Code.REMATCH: gettext_lazy("%(one)s and %(other)s have already met in round %(round)s."),
    Code.BYE_RIGHT: gettext_lazy(
        "%(one)s has already had a bye or a win without play, so cannot have the bye."
    ),
    Code.ABSOLUTE_COLOURS: gettext_lazy("%(one)s and %(other)s must both have %(preferred)s."),
    Code.BYE_SCORE: gettext_lazy(
        "%(one)s has the bye with %(score)s points; these players have fewer points and may have "
        "it: %(others)s."
    ),
    Code.DOWNFLOATERS: gettext_lazy(
        "Downfloaters from the bracket of %(bracket)s points: %(names)s (%(count)s; %(forced)s "
        "would be enough)."
    ),
    Code.DOWNFLOATER_SCORES: gettext_lazy(
        "Downfloaters below the bracket of %(bracket)s points (scores %(count)s): %(names)s."
    ),
    Code.NEXT_BRACKET: gettext_lazy(
        "The downfloaters from the bracket of %(bracket)s points leave %(count)s unpaired in the "
        "next one, where %(forced)s would be possible: %(names)s."
    ),
    Code.BYE_UNPLAYED_GAMES: gettext_lazy(
        "%(one)s has the bye after %(count)s unplayed rounds; another player with the same score "
        "has %(fewest)s."
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
    Code.COLOUR_ALLOCATION: gettext_lazy("%(one)s against %(other)s: %(white)s should have White."),
    Code.THIRD_COLOUR: gettext_lazy("%(one)s has the same colour %(running)s times in a row."),
    Code.COLOUR_DIFFERENCE: gettext_lazy(
        "%(one)s would have one colour %(difference)s times more often than the other."
    ),
    Code.WIDE_FLOAT: gettext_lazy("%(one)s and %(other)s; difference in points: %(difference)s."),
    Code.SCORE_GROUP_DISTANCE: gettext_lazy("%(one)s and %(other)s; difference in points: %(difference)s."),
    Code.REPEATED_MEETING: gettext_lazy("%(one)s and %(other)s have already met in round %(round)s."),
    Code.REPEATED_BYE: gettext_lazy("%(one)s has already had a bye or a win without play."),
    Code.FIRST_MOVER: gettext_lazy("%(one)s against %(other)s: %(white)s should have White in game 1."),
    Code.FIRST_MOVER_BALANCE: gettext_lazy(
        "%(one)s would have one colour in the first game %(difference)s times more often than the other."
    ),
    Code.DIFFERS_FROM_TABLE: gettext_lazy("Opponents of %(names)s by the table: %(opponents)s."),
    Code.TABLE_COLOURS: gettext_lazy("%(one)s against %(other)s: the table gives White to %(white)s."),
    Code.NOT_DUE: gettext_lazy("%(one)s is out, or has no match in this round of the bracket."),
    Code.DIFFERS_FROM_TREE: gettext_lazy("Opponents of %(names)s by the bracket: %(opponents)s."),
    Code.SAME_TEAM: gettext_lazy("%(one)s and %(other)s play for the same team."),
    Code.BYE_ON_LADDER: gettext_lazy("%(one)s has the bye, but it is due to %(other)s."),
    Code.BYE_TURN: gettext_lazy("%(one)s has the bye, but it is the turn of %(other)s."),
    Code.BETTER_EXCHANGED: gettext_lazy("Another pairing of these players would be better: %(names)s."),
    Code.LADDER_DISTANCE: gettext_lazy(
        "%(one)s and %(other)s are in places %(upper)s and %(lower)s on the ladder."
    ),
    Code.SAME_GROUP: gettext_lazy("%(one)s and %(other)s: %(group)s."),
    Code.BOARD_ORDER: gettext_lazy("%(boards)s boards are not in score order."),
}
# The same code about two players of a pair instead of a bracket.
_OF_A_PAIR: Final = gettext_lazy("%(one)s and %(other)s both prefer %(preferred)s.")

# Verdict of a comparison -> the round changed by hand, compared with the engine's.
VERDICTS: Final[Mapping[Verdict, Any]] = {
    Verdict.SAME: gettext_lazy("The pairing engine gives the same pairings."),
    Verdict.COLOURS_DIFFER: gettext_lazy("The pairing engine gives the same pairings with other colours."),
    Verdict.LATER_IN_ORDER: gettext_lazy(
        "The round is as good as the engine's by every criterion, but comes later in the order of the rules."
    ),
    Verdict.WORSE: gettext_lazy(
        "By %(criterion)s this round is worse than the engine's: %(given)s, not %(engine)s."
    ),
    Verdict.ILLEGAL: gettext_lazy("The pairing engine would not allow this round: it breaks %(criterion)s."),
    Verdict.BETTER: gettext_lazy(
        "By %(criterion)s this round is better than the engine's (%(given)s, not %(engine)s). "
        "Please report this."
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
