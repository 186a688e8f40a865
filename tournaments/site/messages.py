"""Codes and facts of the tournaments app as sentences; a fact that no sentence shows is a bug."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.refusal_texts import refusal_text
from tournaments.exchange import note_texts as trf_messages
from tournaments.exchange.trf import TrfError
from tournaments.exchange.trf.results import text_of
from tournaments.pairing.reasons import Reason
from tournaments.pairing.system_refusals import PairingRefusal
from tournaments.rounds.reason_messages import stored_reason_text
from tournaments.standings.ranking.errors import StandingsRefusal


def refused_report(path: object, refusal: TrfError | PairingRefusal | StandingsRefusal | OSError) -> str:
    """Return the file that was refused, the place in it and the reason."""
    if isinstance(refusal, OSError):
        return _("%(path)s cannot be read: %(reason)s.") % {
            "path": path,
            "reason": refusal.strerror or refusal,
        }
    words = refusal_text(refusal)
    line = refusal.facts.get("line")
    place = f"{path}:{line}" if line else f"{path}"
    return f"{place}: {words.what} {words.next_step}"


def reason_text(reason: Reason) -> str:
    """Return the deciding reason; points are in tenths, as in reports."""
    if reason.code not in trf_messages.REASONS:
        told = {name: _points(fact) if name.endswith("score") else fact for name, fact in reason.facts}
        return stored_reason_text({"code": reason.code, "rule": reason.rule, **told}, {})
    return str(trf_messages.REASONS[reason.code]) % {**dict(reason.facts), "rule": reason.rule}


def _points(fact: object) -> object:
    return text_of(fact) if isinstance(fact, int) else fact


def bracket_text(score: str) -> str:
    """Return the name of a bracket by its points."""
    return str(trf_messages.BRACKET) % {"score": score}


def moved_up_text(players: tuple[int, ...]) -> str:
    """List the players who were moved up to a bracket."""
    return str(trf_messages.MOVED_UP) % {"players": ", ".join(map(str, players))}


def moved_down_text(players: tuple[int, ...]) -> str:
    """List the players who were moved down from a bracket."""
    return str(trf_messages.MOVED_DOWN) % {"players": ", ".join(map(str, players))}
