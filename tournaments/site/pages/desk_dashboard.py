"""Ways into the desk: open tasks of events on the dashboard, and the chosen page of a section."""

from collections import Counter
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.desk import DashboardItem
from tournaments.cases.selectors.cases import queued_cases_at_desk
from tournaments.core.scopes import of_section
from tournaments.core.services.locks import case_scope, pairing_scope
from tournaments.live_boards.selectors.alerts import open_alerts_at_desk
from tournaments.models import CaseState, Round, RoundState, Section
from tournaments.site.dashboard_items import (
    clubs_without_events,
    disputes_on,
    rounds_on,
    sections_with_entries_to_decide,
    sections_with_prizes_to_hand_out,
)
from tournaments.site.section_tabs import page_address


def first_event_items(actor: Actor) -> Iterator[DashboardItem]:
    """List clubs without any event, for those who may create one."""
    for club in clubs_without_events(actor):
        text = _("%(club)s has no event yet.") % {"club": club.name}
        address = f"{reverse('tournaments:desk_event_new')}?club={club.slug}"
        yield DashboardItem(text, address, _("New event"))


def call_items(actor: Actor) -> Iterator[DashboardItem]:
    """List board calls for those who answer them, and cases for those who rule on them."""
    for case in queued_cases_at_desk(actor):
        is_call = case.state == CaseState.CALLED
        wanted = Capability.CORRECT_RESULTS if is_call else Capability.RULE_ON_CASES
        if not may(actor, wanted, case_scope(case)):
            continue
        if is_call and case.taken_by:
            text = _("the arbiter was called to board {board}; {who} is on the way.")
        elif is_call:
            text = _("the arbiter was called to board {board}; no arbiter is on the way yet.")
        else:
            text = _("case {number} is waiting for a ruling.")
        told = text.format(board=case.board_number or "", who=case.taken_by, number=case.number)
        if is_call and getattr(case, "is_disputed", False):
            told = " ".join((told, _("The result is disputed.")))
        where = case.section.name if case.section else ""
        parts = ", ".join(part for part in (case.event.name, where) if part)
        address = reverse("tournaments:calls", args=[case.event_id])
        yield DashboardItem(f"{parts}: {told}", address, _("Open queue"))


def alert_items(actor: Actor) -> Iterator[DashboardItem]:
    """List the events with open alerts about games that are followed live."""
    pairings = [one.board.pairing for one in open_alerts_at_desk(actor)]
    mine = [one for one in pairings if may(actor, Capability.CORRECT_RESULTS, pairing_scope(one))]
    counts = Counter(one.round.section.event for one in mine)
    for event, count in counts.items():
        told = ngettext(
            "%(count)s alert of the judge about a live board.",
            "%(count)s alerts of the judge about live boards.",
            count,
        )
        address = reverse("tournaments:desk_live_alerts", args=[event.pk])
        yield DashboardItem(f"{event.name}: {told % {'count': count}}", address, _("Open alerts"))


def round_items(actor: Actor) -> Iterator[DashboardItem]:
    """List the latest unclosed round of every section: a draft, missing results, or all results in."""
    for row in rounds_on(actor):
        text, act = _round_text(row)
        where = f"{row.section.event.name}, {row.section.name}: {text}"
        yield DashboardItem(where, reverse("tournaments:desk_round", args=[row.pk]), act)


def dispute_items(actor: Actor) -> Iterator[DashboardItem]:
    """List boards with two conflicting results."""
    for dispute in disputes_on(actor):
        row, scope = dispute.pairing.round, pairing_scope(dispute.pairing)
        if getattr(dispute, "is_called", False) and may(actor, Capability.CORRECT_RESULTS, scope):
            continue  # reported together with the call
        text = _("the result of board {board} in round {number} is disputed.").format(
            board=dispute.pairing.board_number, number=row.number
        )
        where = f"{row.section.event.name}, {row.section.name}: {text}"
        yield DashboardItem(
            where, reverse("tournaments:calls", args=[row.section.event_id]), _("Decide result")
        )


def entry_items(actor: Actor) -> Iterator[DashboardItem]:
    """List sections with undecided entries."""
    for section in sections_with_entries_to_decide(actor):
        count = getattr(section, "undecided", 0)
        text = ngettext("{count} entry needs review.", "{count} entries need review.", count)
        where = f"{section.event.name}, {section.name}: {text.format(count=count)}"
        yield DashboardItem(where, reverse("tournaments:desk_inbox", args=[section.pk]), _("Open inbox"))


def prize_items(actor: Actor) -> Iterator[DashboardItem]:
    """List finished sections whose prizes are not awarded."""
    for section in sections_with_prizes_to_hand_out(actor):
        text = _("the last round is closed, but the prizes are not awarded yet.")
        where = f"{section.event.name}, {section.name}: {text}"
        yield DashboardItem(where, reverse("tournaments:desk_handout", args=[section.pk]), _("Award prizes"))


def _round_text(row: Round) -> tuple[str, str]:
    round_number, missing = row.number, getattr(row, "missing", 0)
    if row.state == RoundState.DRAFT:
        return _("round {number} is a draft.").format(number=round_number), _("Review draft")
    if missing:
        text = ngettext(
            "round {number} has {missing} missing result.",
            "round {number} has {missing} missing results.",
            missing,
        )
        return text.format(number=round_number, missing=missing), _("Enter results")
    return _("all results of round {number} are in.").format(number=round_number), _("Continue")


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def section_page(request: HttpRequest, section_id: int) -> HttpResponse:
    """Redirect to a page of a section by its key; an unknown one leads to the rounds."""
    section = get_object_or_404(Section, pk=section_id)
    return redirect(page_address(section, request.GET.get("page", "")))
