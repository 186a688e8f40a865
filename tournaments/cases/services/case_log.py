"""Saving a changed case: its audit entry, and notices to desk, public and board."""

from collections.abc import Sequence
from typing import Any

from club.audit import log as audit
from club.core.actor import Actor
from club.live.publishing import publish
from tournaments.cases.models.case import RULED_STATES
from tournaments.core.services.event_log import notify_board
from tournaments.models import Case

PUBLIC_ACTIONS = frozenset(
    {
        *("tournaments.case.told", "tournaments.ruling.made", "tournaments.ruling.superseded"),
        *("tournaments.ruling.chosen", "tournaments.ruling.overruled"),
        *("tournaments.appeal.filed", "tournaments.appeal.withdrawn"),
        "tournaments.appeal.decided",
    }
)
"""Actions that change the public list of rulings, if their case is on it."""


CASE_FACTS = (
    *("number", "state", "incident", "round_number", "board_number", "game", "ply", "side", "claim"),
    *("clock_white", "clock_black", "fen", "public_text", "witnesses", "taken_by", "names_withheld"),
    "version",
)


def case_facts(case: Case) -> dict[str, Any]:
    """Return a case in the form of the audit log, without the arbiters' private fields."""
    facts = {name: getattr(case, name) for name in CASE_FACTS}
    told = {"player": case.entry.name if case.entry else "", "claim_word": case.claim_answer.get("word", "")}
    return facts | told


def save_case(
    action: str,
    case: Case,
    actor: Actor,
    before: dict[str, Any],
    *,
    reason: str = "",
    also: Sequence[str] = (),
) -> Case:
    """Save a changed case, write the audit entry and notify the desk.

    `also` names changed fields whose values are not logged: private text, whole scores.
    """
    case.version += 1
    clean_case(case)
    case.save()
    after = case_facts(case) | ({"also_changed": list(also)} if also else {})
    log_case(action, case, actor, before=before, after=after, reason=reason)
    return case


def log_case(action: str, case: Case, actor: Actor, **told: Any) -> None:
    """Write an audit entry and notify the desk; the waiting board is notified that an arbiter took its call.

    The public, which gets no other notices of cases, is notified if the public part has changed.
    """
    audit.record(action, case, actor=actor, organisation_id=case.event.organisation_id, **told)
    publish(f"cases:{case.event_id}", "case.changed", {"case": case.pk, "number": case.number})
    if action in PUBLIC_ACTIONS and case.state in RULED_STATES:
        for section_id in (
            [case.section_id] if case.section_id else case.event.sections.values_list("pk", flat=True)
        ):
            publish(f"section:{section_id}", "rulings.changed")
    if case.section_id is not None and case.board_number:
        notify_board(case.section_id, case.board_number)


def clean_case(case: Case) -> None:
    """Validate the fields, without constraints: the choices of the fields already cover them."""
    untold = ["event", "section", "pairing", "entry", "opponent", "claimant", "key", "origin"]
    case.full_clean(exclude=untold, validate_constraints=False)
