"""Doubts about a result as sentences, and the refusal of an unknown doubt."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.models import Outcome
from tournaments.results.outcome_texts import outcome_of_players
from tournaments.results.result_warnings import Doubt

SENTENCES: Final[dict[str, Any]] = {
    "upset": _("%(winner)s beat %(loser)s, who is rated %(difference)s higher."),
    "record_differs": _("The game record has a different result: %(record)s."),
    "judge_differs": _("The game record does not end as the result says."),
    "withdrawn_played": _("%(name)s has withdrawn but has a result."),
    "not_there_played": _("%(name)s is not checked in but has a result."),
    "forfeit_after_play": _("Forfeited, although another game of the match was played."),
    "adjudicated_without_reason": _("Adjudicated without a reason."),
    "stuck_key": _("Same key pressed within seconds at boards %(boards)s. Was it stuck?"),
}

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_doubt": (
        _("This question is closed: the result was changed or already confirmed."),
        _("See the current result."),
    ),
}


def doubt_text(doubt: Doubt) -> str:
    """Return a doubt as a sentence."""
    facts = dict(doubt.facts)
    if "boards" in facts:
        facts["boards"] = ", ".join(map(str, facts["boards"]))
    if "record" in facts and doubt.pairing is not None:
        facts["record"] = outcome_of_players(doubt.pairing, doubt.game, Outcome(facts["record"]))
    return str(SENTENCES[doubt.code]) % facts
