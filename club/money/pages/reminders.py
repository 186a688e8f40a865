"""Reminders at the desk: the due steps, and why other invoices have none."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import club_address, page_of
from club.core.requests import actor_of, parse_number, site_of
from club.jobs.pages.background import with_delivery_note
from club.money.pages.current_club import current_books
from club.money.selectors.reminders import numbered_lines, reminders_now
from club.money.services.reminders import send_reminders

MAX_REMINDERS = 200


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MONEY)
def reminders(request: HttpRequest) -> HttpResponse:
    """List the due steps; a post sends the ticked ones."""
    chosen, currency = current_books(request)
    if request.method == "POST":
        with Refusals(request):
            taken = send_reminders(
                organisation_id=chosen.club.pk,
                steps=_steps(request),
                actor=actor_of(request),
                site=site_of(request),
            )
            message = ngettext("%(count)d reminder sent.", "%(count)d reminders sent.", len(taken))
            on_paper = sum(not one.was_sent for one in taken)
            messages.success(request, with_delivery_note(message % {"count": len(taken)}))
            if on_paper:
                words = _("Without an email address, send on paper: %(count)d.") % {"count": on_paper}
                messages.warning(request, words)
        return redirect(club_address("club:reminders", chosen.club))
    now = reminders_now(organisation_id=chosen.club.pk)
    page = page_of(request, now.others)
    wanted = [*now.due[:MAX_REMINDERS], *page.object_list]
    lines = numbered_lines(wanted, organisation_id=chosen.club.pk)
    context = {
        "chosen": chosen,
        "currency": currency,
        "due": [one for one in lines if one.step is not None],
        "due_count": len(now.due),
        "page": page,
        "lines": [one for one in lines if one.step is None],
        "asked": f"club={chosen.club.slug}",
    }
    return render(request, "club/money/reminders.html", context)


def _steps(request: HttpRequest) -> list[tuple[int, int]]:
    """Parse the ticked boxes: the number of the invoice and of the step, as in 12-1."""
    halves = (text.partition("-") for text in request.POST.getlist("step"))
    numbers = ((parse_number(invoice), parse_number(step)) for invoice, _dash, step in halves)
    return [(invoice, step) for invoice, step in numbers if invoice is not None and step is not None]
