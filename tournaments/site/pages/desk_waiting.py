"""Open desk tasks of events, as items of the dashboard."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.desk import Waiting
from tournaments.cases.selectors.arbiter_queue import waiting_at_desk
from tournaments.core.services.locks import case_scope, pairing_scope
from tournaments.models import CaseState, Round, RoundState
from tournaments.site.dashboard_items import (
    disputes_on,
    rounds_on,
    sections_with_entries_to_decide,
    sections_with_prizes_to_hand_out,
)


def calls_waiting(actor: Actor) -> Iterator[Waiting]:
    """List board calls for those who answer them, and cases for those who rule on them."""
    for case in waiting_at_desk(actor):
        is_call = case.state == CaseState.CALLED
        wanted = Capability.CORRECT_RESULTS if is_call else Capability.RULE_ON_CASES
        if not may(actor, wanted, case_scope(case)):
            continue
        if is_call and case.taken_by:
            text = _("the arbiter was called to board {board}; {who} is going.")
        elif is_call:
            text = _("the arbiter was called to board {board}; nobody is going.")
        else:
            text = _("case {number} waits for a ruling.")
        told = text.format(board=case.board_number or "", who=case.taken_by, number=case.number)
        if is_call and getattr(case, "is_disputed", False):
            told = " ".join((told, _("The result is disputed.")))
        where = case.section.name if case.section else ""
        parts = ", ".join(part for part in (case.event.name, where) if part)
        address = reverse("tournaments:calls", args=[case.event_id])
        yield Waiting(f"{parts}: {told}", address, _("Open the queue"))


def rounds_waiting(actor: Actor) -> Iterator[Waiting]:
    """List the latest unclosed round of every section: a draft, missing results, or all results in."""
    for row in rounds_on(actor):
        text, act = _told(row)
        where = f"{row.section.event.name}, {row.section.name}: {text}"
        yield Waiting(where, reverse("tournaments:desk_round", args=[row.pk]), act)


def disputes_waiting(actor: Actor) -> Iterator[Waiting]:
    """List boards with two conflicting results."""
    for dispute in disputes_on(actor):
        row, scope = dispute.pairing.round, pairing_scope(dispute.pairing)
        if getattr(dispute, "is_called", False) and may(actor, Capability.CORRECT_RESULTS, scope):
            continue  # reported together with the call
        text = _("the result of board {board} in round {number} is disputed.").format(
            board=dispute.pairing.board_number, number=row.number
        )
        where = f"{row.section.event.name}, {row.section.name}: {text}"
        yield Waiting(
            where, reverse("tournaments:calls", args=[row.section.event_id]), _("Decide the result")
        )


def entries_waiting(actor: Actor) -> Iterator[Waiting]:
    """List sections with undecided entries."""
    for section in sections_with_entries_to_decide(actor):
        count = getattr(section, "undecided", 0)
        text = ngettext("{count} entry is to be looked at.", "{count} entries are to be looked at.", count)
        where = f"{section.event.name}, {section.name}: {text.format(count=count)}"
        yield Waiting(where, reverse("tournaments:desk_inbox", args=[section.pk]), _("Open the inbox"))


def prizes_waiting(actor: Actor) -> Iterator[Waiting]:
    """List finished sections whose prizes are not awarded."""
    for section in sections_with_prizes_to_hand_out(actor):
        text = _("the last round is closed, the prizes are not handed out.")
        where = f"{section.event.name}, {section.name}: {text}"
        yield Waiting(where, reverse("tournaments:desk_handout", args=[section.pk]), _("Hand out prizes"))


def _told(row: Round) -> tuple[str, str]:
    round_number, missing = row.number, getattr(row, "missing", 0)
    if row.state == RoundState.DRAFT:
        return _("round {number} is a draft.").format(number=round_number), _("Look at the draft")
    if missing:
        text = ngettext(
            "round {number} lacks {missing} result.", "round {number} lacks {missing} results.", missing
        )
        return text.format(number=round_number, missing=missing), _("Enter results")
    return _("all results of round {number} are in.").format(number=round_number), _("Go on")
