"""A list of members brought in: read, looked at beside what the club knows, then confirmed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from club.capabilities import Capability
from club.column_headings import JOINED, heading_at
from club.errors import ClubError
from club.member_lists import MemberLine
from club.member_tables import list_of
from club.messages import refusal_text
from club.models import MembershipPlan, Organisation
from club.requests import actor_of
from club.selectors.member_differences import (
    FAULTY,
    KNOWN,
    NEAR,
    NEW,
    Defaults,
    Difference,
    digest_of,
    member_differences,
)
from club.services.member_imports import import_members
from club.web.access import needs
from club.web.list_pages import TableForm, columns_named, shown_of
from club.web.member_forms import OfOneClub, PlanField, day_field
from club.web.places import ChosenClub, chosen_club

OK, UNPROCESSABLE = 200, 422
FIELDS = {
    "": gettext_lazy("not read"),
    "name": gettext_lazy("whole name"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("family name"),
    "email": gettext_lazy("mail address"),
    "phone": gettext_lazy("telephone"),
    "born_on": gettext_lazy("born on"),
    "address": gettext_lazy("address"),
    "household": gettext_lazy("household"),
    "title": gettext_lazy("title"),
    "languages": gettext_lazy("languages"),
    "federation_numbers": gettext_lazy("numbers at federations"),
    "plan": gettext_lazy("plan"),
    "starts_on": gettext_lazy("member from"),
}
FAULTS = {
    "no_name": gettext_lazy("no name"),
    "no_day": gettext_lazy("no day that can be read"),
    "no_mail_address": gettext_lazy("no whole mail address"),
    "no_federation_number": gettext_lazy("no federation with a number, as KNDB 12345"),
    "too_long": gettext_lazy("longer than can be kept"),
    "unknown_plan": gettext_lazy("the club offers no plan of this name"),
    "twice": gettext_lazy("stands in the list twice"),
}


class ListForm(OfOneClub, TableForm):
    """The list, and what counts where a row says nothing."""

    plan = PlanField(help_text=gettext_lazy("For rows that name none."))
    starts_on = day_field(gettext_lazy("Member from"), help_text=gettext_lazy("For rows that name no day."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_on"].initial = timezone.localdate


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS)
def import_list(request: HttpRequest) -> HttpResponse:
    """Send a list; look at the comparison, change what columns hold, confirm."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    if request.method != "POST":
        return _page(request, chosen, ListForm(club=chosen.club))
    form = ListForm(request.POST, request.FILES, club=chosen.club)
    if not form.is_valid():
        return _page(request, chosen, form, status=UNPROCESSABLE)
    try:
        shown = _Shown(request, form, form.rows())
    except ClubError as refusal:
        context = {"refusal": refusal_text(refusal)}
        return _page(request, chosen, form, status=refusal.status, more=context)
    if "confirm" not in request.POST:
        return _page(request, chosen, form, more=shown.context())
    try:
        added, joined = shown.bring_in(chosen.club)
    except ClubError as refusal:
        context = shown.context() | {"refusal": refusal_text(refusal)}
        return _page(request, chosen, form, status=refusal.status, more=context)
    told = _(
        "%(added)s persons are new, %(joined)s memberships begin. On the audit trail all of it can be undone."
    )
    messages.success(request, told % {"added": added, "joined": joined})
    return redirect(f"{reverse('club:members')}?club={chosen.club.slug}")


class _Shown:
    """A list as it is looked at: its columns, its lines beside what the club knows."""

    def __init__(self, request: HttpRequest, form: ListForm, rows: list[list[str]]) -> None:
        self.request, self.rows = request, rows
        is_first = "mapped" not in request.POST
        read = list_of(
            rows,
            None if is_first else columns_named(request, rows, FIELDS, JOINED),
            has_heading="heading" in request.POST,
        )
        self.columns, self.has_heading = dict(read.columns), read.has_heading
        plan: MembershipPlan = form.cleaned_data["plan"]
        self.defaults = Defaults(plan=plan, starts_on=form.cleaned_data["starts_on"])
        self.lines: list[MemberLine] = read.lines
        self.found: list[Difference] = member_differences(
            organisation_id=form.club.pk, lines=self.lines, defaults=self.defaults
        )

    def bring_in(self, club: Organisation) -> tuple[int, int]:
        """Keep what was looked at."""
        return import_members(
            organisation_id=club.pk,
            lines=self.lines,
            defaults=self.defaults,
            choices=self._choices(),
            digest=self.request.POST.get("digest", ""),
            actor=actor_of(self.request),
        )

    def context(self) -> dict[str, Any]:
        """What the page shows of it."""
        choices = self._choices()
        by_state = {
            state: [
                (one, FAULTS.get(one.line.fault, ""), choices.get(one.line.number, ""))
                for one in self.found
                if one.state == state
            ]
            for state in (FAULTY, NEAR, NEW, KNOWN)
        }
        return shown_of(
            self.rows, self.columns, heading=heading_at(self.rows) if self.has_heading else None
        ) | {
            "shown": by_state,
            "fields": FIELDS.items(),
            "digest": digest_of(self.found),
        }

    def _choices(self) -> dict[int, str]:
        return {
            one.line.number: self.request.POST.get(f"line_{one.line.number}", "")
            for one in self.found
            if one.state in {NEAR, NEW}
        }


def _page(
    request: HttpRequest,
    chosen: ChosenClub,
    form: ListForm,
    *,
    status: int = OK,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    context = {"section": "desk", "chosen": chosen, "form": form} | (more or {})
    return render(request, "club/desk/member_import.html", context, status=status)
