"""Retention periods of a club, and the rows that the next run deletes."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.pages.responses import club_address
from club.core.requests import actor_of
from club.privacy.personal_data_sets import MAX_MONTHS, RULES
from club.privacy.selectors import DueLine, due_now
from club.privacy.services.retention import set_months


class MonthsForm(forms.Form):
    """Form of a number of months."""

    months = forms.IntegerField(
        label=gettext_lazy("Months"),
        min_value=1,
        max_value=MAX_MONTHS,
        required=False,
        help_text=gettext_lazy("Blank: no time limit."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS)
def retention(request: HttpRequest) -> HttpResponse:
    """List the rules of a club; POST changes one."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    if request.method == "POST":
        _change(request, chosen.club.pk)
        return redirect(club_address("club:retention", chosen.club))
    lines = [(line, _form(line)) for line in due_now(organisation=chosen.club)]
    context = {"chosen": chosen, "lines": lines, "mails_days": settings.MAILS_KEPT_DAYS}
    context |= {
        "contacts_days": settings.CONTACTS_KEPT_DAYS,
        "refused_days": settings.REFUSED_CONTACTS_KEPT_DAYS,
        "events_days": settings.LIVE_EVENTS_KEPT_DAYS,
    }
    return render(request, "club/privacy/desk/retention.html", context)


def _form(line: DueLine) -> MonthsForm:
    name = line.rule.kind.replace(".", "_")
    return MonthsForm(initial={"months": line.months}, auto_id=f"{name}_%s")


def _change(request: HttpRequest, organisation_id: int) -> None:
    kind, form = request.POST.get("kind", ""), MonthsForm(request.POST)
    if kind not in RULES or not form.is_valid():
        values: dict[str, Any] = {"most": MAX_MONTHS}
        messages.error(
            request, _("Nothing was changed: enter 1 to %(most)s months, or leave it blank.") % values
        )
        return
    with Refusals(request, success=_("Saved.")):
        months = form.cleaned_data["months"]
        set_months(organisation_id=organisation_id, kind=kind, months=months, actor=actor_of(request))
