"""Sum of a tie-break in words: the counted amount of each round, and the cuts with their articles."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.keizer_points import keizer_text
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.display import decimal_text
from tournaments.standings.ranking.registry import tiebreak_of
from tournaments.standings.ranking.tiebreak import Measure
from tournaments.standings.ranking.values import BASIS_ARTICLES, Basis, Part

# Basis -> the counted score; `name` is the opponent, `counted` its score for that round before any product.
SENTENCES: Final[Mapping[Basis, Any]] = {
    Basis.OWN_SCORE: gettext_lazy("against %(name)s: %(counted)s"),
    Basis.RUNNING_SCORE: gettext_lazy("score after this round: %(counted)s"),
    Basis.OPPONENT: gettext_lazy("%(name)s has %(counted)s"),
    Basis.FORFEIT_AS_PLAYED: gettext_lazy("%(name)s has %(counted)s; a forfeit, counted as played"),
    Basis.DUMMY: gettext_lazy(
        "not played; replaced by a virtual opponent with the player's own score: %(counted)s"
    ),
    Basis.DUMMY_CAPPED_BY_OPPONENT: gettext_lazy(
        "not played; replaced by a virtual opponent with at most the score of %(name)s: %(counted)s"
    ),
    Basis.DUMMY_CAPPED_BY_DRAWS: gettext_lazy(
        "not played; replaced by a virtual opponent with at most a draw per round: %(counted)s"
    ),
    Basis.AWARDED: gettext_lazy("awarded without play: %(counted)s"),
    Basis.COUNTS_AS_DRAW: gettext_lazy("a requested bye, counted as a draw: %(counted)s"),
    Basis.BELOW_LIMIT: gettext_lazy("%(name)s has %(score)s, less than half of the maximum"),
    Basis.MISSING: gettext_lazy("a tied player, not met: %(score)s"),
    Basis.RATING: gettext_lazy("%(name)s is rated %(counted)s"),
    Basis.TABLE: gettext_lazy("by the rating table, for %(score)s per cent: %(counted)s"),
    Basis.OWN_DATA: gettext_lazy("%(counted)s"),
    Basis.CORRECTION: gettext_lazy("corrected in the final table: %(counted)s"),
}
# Of rankings that are no tie-breaks: `value` is a place's value on the ladder, `part` its share.
OWN_RANKINGS: Final[Mapping[Basis, Any]] = {
    Basis.LADDER_OWN_VALUE: gettext_lazy("the value of the player's own place: %(amount)s"),
    Basis.LADDER_OPPONENT: gettext_lazy("%(name)s is worth %(value)s; times %(part)s: %(amount)s"),
    Basis.LADDER_FORFEIT: gettext_lazy("lost to %(name)s by forfeit: %(amount)s"),
    Basis.LADDER_BYE: gettext_lazy("bye, %(part)s of the player's own value %(value)s: %(amount)s"),
    Basis.LADDER_ABSENT: gettext_lazy("absent, %(part)s of the player's own value %(value)s: %(amount)s"),
    Basis.MATCH_WON: gettext_lazy("advanced against %(name)s"),
    Basis.MATCH_LOST: gettext_lazy("lost to %(name)s"),
    Basis.NO_MATCH: gettext_lazy("advanced with a bye"),
}
_TIMES: Final = gettext_lazy("%(what)s, times %(result)s scored: %(amount)s")
_BOARD: Final = gettext_lazy("board %(board)s: %(amount)s")
_BOARD_TIMES: Final = gettext_lazy("board %(board)s, times %(points)s points there: %(amount)s")
OF_BOARDS: Final = frozenset({"BC", "TBR", "BBE"})  # their parts name a board where others name an opponent
HALVES: Final = 2


class PartText(NamedTuple):
    """Text of an addend: its round (0: none), the sentence, its article, and the article of its cut."""

    round: int
    text: str
    article: str
    cut: str


def part_text(part: Part, code: str, names: Mapping[int, str]) -> PartText:
    """Describe an addend of a tie-break."""
    if part.basis in OWN_RANKINGS:
        return PartText(part.round, _own_ranking_text(part, names), "", "")
    measure = tiebreak_of(Code.read(code)).measure
    is_product = measure is Measure.PRODUCT
    facts = {
        "name": names.get(part.opponent, str(part.opponent)),
        "counted": _amount_text(part.score if is_product else part.amount, measure),
        "score": part.score,
    }
    if part.opponent and Code.read(code).name in OF_BOARDS:
        text = str(_BOARD if measure is Measure.PLACE else _BOARD_TIMES) % _board_facts(part)
    elif part.basis is Basis.OWN_SCORE and not part.opponent:
        text = _amount_text(part.amount, measure)
    else:
        text = str(SENTENCES[part.basis]) % facts
    if is_product:
        text = str(_TIMES) % {"what": text, "result": part.result, "amount": part.amount}
    return PartText(part.round, text, _article(BASIS_ARTICLES.get(part.basis, "")), _article(part.cut))


def _own_ranking_text(part: Part, names: Mapping[int, str]) -> str:
    return str(OWN_RANKINGS[part.basis]) % {
        "name": names.get(part.opponent, str(part.opponent)),
        "value": part.score,
        "part": keizer_text(part.result),
        "amount": keizer_text(part.amount),
    }


def _board_facts(part: Part) -> dict[str, int]:
    return {"board": part.opponent, "points": part.result, "amount": part.amount}


def _amount_text(amount: int, measure: Measure) -> str:
    return decimal_text(amount, HALVES, 1) if measure is Measure.HALVES else str(amount)


def _article(article: str) -> str:
    return f"C.07 {article}" if article else ""


def between_text(*, other: str, code: str, own: str, theirs: str, is_above: bool) -> str:
    """Return the text of the criterion that separates a player from the one above or below."""
    facts = {"other": other, "code": code, "own": own, "theirs": theirs}
    if not code:
        return _("%(other)s is tied on every tie-break and shares the place.") % facts
    if is_above:
        return _("%(other)s is ahead on %(code)s: %(theirs)s against %(own)s.") % facts
    return _("%(other)s is behind on %(code)s: %(theirs)s against %(own)s.") % facts
