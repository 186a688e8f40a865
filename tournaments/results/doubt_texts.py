"""Doubts about a result as sentences, and the refusal of an unknown doubt."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.models import Outcome
from tournaments.results.outcome_texts import outcome_of_players
from tournaments.results.result_warnings import Doubt

SENTENCES: Final[dict[str, Any]] = {
    "upset": _("%(winner)s beat %(loser)s, who is rated %(difference)s higher."),
    "record_differs": _("The recorded game has another result: %(record)s."),
    "judge_differs": _("The record of the game does not end as its result says."),
    "withdrawn_played": _("%(name)s is withdrawn, and has played."),
    "not_there_played": _("%(name)s is not checked in, and has played."),
    "forfeit_after_play": _("Forfeited, although another game of the match was played."),
    "adjudicated_without_reason": _("Adjudicated, and nobody has said why."),
    "stuck_key": _("The same key in a few seconds at boards %(boards)s: did it hang?"),
}

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_doubt": (
        _("This is not asked any more: the result was changed, or somebody has answered."),
        _("Look at what stands there now."),
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
