"""Pages of awarded prizes: with reasons at the desk, in public, and on paper."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in
from tournaments.core.scopes import of_section
from tournaments.core.services.locks import section_scope
from tournaments.events.money import money_text
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.models import PrizeHandout, Section
from tournaments.prizes.formatting import award_reason_text, move_rows, prize_text
from tournaments.prizes.selectors.prize_awards import (
    PrizeAwards,
    board_prizes,
    compute_awards,
    published_awards,
)
from tournaments.prizes.selectors.prize_moves import prize_moves
from tournaments.prizes.services import award_prizes, is_current, withdraw_prizes


class PrizeRow(NamedTuple):
    """Text of a prize."""

    rank: int
    number: int
    name: str
    prize: str
    why: str


def prize_rows(handout: PrizeAwards | None) -> list[PrizeRow]:
    """Return every prize in the order of the table."""
    if handout is None:
        return []
    return [
        PrizeRow(
            line.rank,
            line.number,
            line.name,
            prize_text(line, handout.currency),
            award_reason_text(line, handout.sharing, handout.currency),
        )
        for line in handout.lines
    ]


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def handout(request: HttpRequest, section_id: int) -> HttpResponse:
    """Prizes and their winners."""
    section = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    now = compute_awards(section)
    row = PrizeHandout.objects.filter(section=section).first()
    context = {
        "section": "desk",
        "one": section,
        "tab": "standings",
        "handout": now,
        "rows": prize_rows(now),
        "total": money_text(now.total, now.currency) if now and now.total else "",
        "left": money_text(now.left, now.currency) if now and now.left else "",
        "has_board_prizes": board_prizes(section),
        "public": row,
        "prize_moves": move_rows(prize_moves(published_awards(section), now)) if row else [],
        "is_still_so": row is not None and is_current(row, now),
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, section_scope(section)),
    }
    return render(request, "tournaments/prizes/desk/handout.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def award(request: HttpRequest, section_id: int) -> HttpResponse:
    """Publish the prizes, or take them back."""
    actor = actor_of(request)
    if request.POST.get("act") == "take-back":
        with Refusals(request, success=_("Prizes unpublished.")):
            withdraw_prizes(section_id=section_id, actor=actor)
    else:
        with Refusals(request, success=_("Prizes published.")):
            snapshot = key_in(request.POST.get("snapshot", ""))
            award_prizes(section_id=section_id, snapshot=snapshot, actor=actor)
    return redirect("tournaments:desk_handout", section_id)


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def handout_sheet(request: HttpRequest, section_id: int) -> HttpResponse:
    """Printable list, with a line for every signature."""
    section = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    found = published_awards(section) or compute_awards(section)
    context = {"one": section, "handout": found, "rows": prize_rows(found)}
    return render(request, "tournaments/prizes/print/prizes.html", context)


@public_section_page
def prizes(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Published prizes; before publication, a note that they are to come."""
    row, context = section_context(request, slug, section)
    found = published_awards(row)
    told: dict[str, Any] = {"handout": found, "rows": prize_rows(found), "tab": "prizes"}
    return render(request, "tournaments/prizes/prizes.html", context | told)
