"""Names of tie-breaks: the pure package has them, here they are marked for translation."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.ranking import TIEBREAKS
from tournaments.standings.ranking.tiebreak import Fit

TIE_BREAK_NAMES: Final = (
    _("Average of opponents' Buchholz"),
    _("Average perfect performance of opponents"),
    _("Average performance of opponents"),
    _("Average rating of opponents"),
    _("Balance of plus draws"),
    _("Ballots won"),
    _("Board count"),
    _("Bottom board elimination"),
    _("Buchholz"),
    _("Direct encounter"),
    _("Drawing of lots"),
    _("Extended Sonneborn-Berger"),
    _("Extended direct encounter"),
    _("Extended direct encounter, bottom boards"),
    _("Extended direct encounter, count, bottom boards"),
    _("Extended direct encounter, count, top board"),
    _("Extended direct encounter, top board"),
    _("Fore Buchholz"),
    _("Game points"),
    _("Games played with Black"),
    _("Games won with Black"),
    _("Honor points"),
    _("Koya"),
    _("Match or game points"),
    _("Match points"),
    _("Number of games won"),
    _("Number of wins"),
    _("Perfect performance"),
    _("Performance rating"),
    _("Plus draws"),
    _("Points"),
    _("Progressive scores"),
    _("Rating"),
    _("Rounds one elected to play"),
    _("Scores and schedule strength"),
    _("Solkoff"),
    _("Sonneborn-Berger"),
    _("Standard points"),
    _("Top board results"),
    _("Tournament pairing number"),
    _("Wins in the first stage (12-0, 5-0)"),
)
"""Every name in `TIEBREAKS` of `standings/ranking/ranking.py`, for `gettext` in the reader's language."""


def column_name(code: str, name: str) -> str:
    """Return a column's heading in the reader's language, with its cut: BH and BH/C1 are not the same."""
    told = gettext(name)
    if "/" not in code:
        return told
    cut = Code.read(code)
    facts = {"name": told, "count": cut.cut_low}
    if cut.cut_high and cut.cut_low == 1:
        return gettext("%(name)s without the highest and the lowest") % facts
    if cut.cut_high:
        return gettext("%(name)s without the %(count)s highest and %(count)s lowest") % facts
    if cut.cut_low == 1:
        return gettext("%(name)s without the lowest") % facts
    return gettext("%(name)s without the %(count)s lowest") % facts if cut.cut_low else told


def tie_break_choices(*, is_team: bool) -> list[tuple[str, str]]:
    """The codes that a section can be ranked by, with their names in the reader's language, by name."""
    fit = {Fit.TEAMS} if is_team else {Fit.SWISS, Fit.ROUND_ROBIN}
    known = [each for each in TIEBREAKS.values() if each.is_confirmed and each.fits & fit]
    return sorted(((each.code, gettext(each.name)) for each in known), key=lambda told: told[1].casefold())
