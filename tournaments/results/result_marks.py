"""Marks of results: a plus in a drawn game, the stage in which a pairing was won."""

from typing import Final

from django.utils.translation import gettext as _

from tournaments.core.result_figures import PLUS
from tournaments.core.section_options import has_plus_draws, stages_of
from tournaments.models import Outcome, ResultMark, Section

WON: Final = frozenset({Outcome.WHITE, Outcome.BLACK})


def marks_for(section: Section, outcome: str) -> tuple[str, ...]:
    """The marks that a result may have in a section."""
    if outcome == Outcome.DRAW and has_plus_draws(section):
        return PLUS
    stages = stages_of(section)
    if outcome in WON and stages is not None:
        return tuple(stage for stage, _points in stages.won_in[1:])
    return ()


def marked_outcomes(section: Section) -> list[tuple[str, str]]:
    """Every result of a game that has a mark in a section, with its mark."""
    return [(outcome.value, mark) for outcome in Outcome for mark in marks_for(section, outcome)]


def with_mark(told: str, mark: str, white: str, black: str) -> str:
    """Return a result as text, with its mark as applied to the players."""
    facts = {"result": told, "name": white if mark == ResultMark.WHITE_PLUS else black}
    if mark in PLUS:
        return _("%(result)s, plus for %(name)s") % facts
    if mark:
        return _("%(result)s %(stage)s") % {"result": told, "stage": ResultMark(mark).label}
    return told


def read_marked(text: str) -> tuple[str, str | None]:
    """Parse the value of a result button: the outcome, a full stop and its mark; None for no mark given."""
    outcome, stop, mark = text.partition(".")
    return outcome, mark if stop else None
