"""A list of members brought in: read, looked at beside what the club knows, then confirmed."""

import csv
import io
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from club.capabilities import Capability
from club.errors import ClubError
from club.member_errors import NoTable, TooManyLines
from club.member_lists import MemberLine, guessed_columns, read_lines
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
from club.sheets import NotATable, read_table
from club.web.access import needs
from club.web.member_forms import OfOneClub, PlanField, day_field
from club.web.places import ChosenClub, chosen_club

OK, UNPROCESSABLE = 200, 422
MOST_LINES, MOST_COLUMNS, LARGEST_FILE = 2000, 30, 2_000_000
FIELDS = {
    "": gettext_lazy("not read"),
    "name": gettext_lazy("whole name"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("family name"),
    "email": gettext_lazy("mail address"),
    "phone": gettext_lazy("telephone"),
    "born_on": gettext_lazy("born on"),
    "plan": gettext_lazy("plan"),
    "starts_on": gettext_lazy("member from"),
}
FAULTS = {
    "no_name": gettext_lazy("no name"),
    "no_day": gettext_lazy("no day that can be read"),
    "no_mail_address": gettext_lazy("no whole mail address"),
    "unknown_plan": gettext_lazy("the club offers no plan of this name"),
    "twice": gettext_lazy("stands in the list twice"),
}


class ListForm(OfOneClub):
    """The list, and what counts where a row says nothing."""

    file = forms.FileField(label=gettext_lazy("File (CSV or XLSX)"), required=False)
    table = forms.CharField(
        label=gettext_lazy("Or its rows, pasted"),
        required=False,
        max_length=LARGEST_FILE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    plan = PlanField(help_text=gettext_lazy("For rows that name none."))
    starts_on = day_field(gettext_lazy("Member from"), help_text=gettext_lazy("For rows that name no day."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_on"].initial = timezone.localdate

    def rows(self) -> list[list[str]]:
        """The table of the file, else of the pasted rows."""
        file, text = self.cleaned_data["file"], self.cleaned_data["table"]
        if file is not None and file.size > LARGEST_FILE:
            raise TooManyLines(most=MOST_LINES)
        try:
            rows = read_table(file.read() if file is not None else text.encode())
        except NotATable:
            raise NoTable from None
        if not rows:
            raise NoTable
        if len(rows) > MOST_LINES + 1:
            raise TooManyLines(most=MOST_LINES)
        return [row[:MOST_COLUMNS] for row in rows]


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
    told = _("%(added)s persons are new, %(joined)s memberships begin.")
    messages.success(request, told % {"added": added, "joined": joined})
    return redirect(f"{reverse('club:members')}?club={chosen.club.slug}")


class _Shown:
    """A list as it is looked at: its columns, its lines beside what the club knows."""

    def __init__(self, request: HttpRequest, form: ListForm, rows: list[list[str]]) -> None:
        self.request, self.rows = request, rows
        guessed = guessed_columns(rows)
        is_first = "mapped" not in request.POST
        self.has_heading = bool(guessed) if is_first else "heading" in request.POST
        self.columns = (guessed or {0: "name"}) if is_first else self._chosen_columns()
        plan: MembershipPlan = form.cleaned_data["plan"]
        self.defaults = Defaults(plan=plan, starts_on=form.cleaned_data["starts_on"])
        self.lines: list[MemberLine] = read_lines(rows, self.columns, has_heading=self.has_heading)
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
        width = max(len(row) for row in self.rows)
        return {
            "shown": by_state,
            "columns": [(at, self._example(at), self.columns.get(at, "")) for at in range(width)],
            "fields": FIELDS.items(),
            "has_heading": self.has_heading,
            "table": _as_text(self.rows),
            "digest": digest_of(self.found),
        }

    def _chosen_columns(self) -> dict[int, str]:
        width = max(len(row) for row in self.rows)
        named = ((at, self.request.POST.get(f"column_{at}", "")) for at in range(width))
        found: dict[int, str] = {}
        for at, field in named:
            if field in FIELDS and field and field not in found.values():
                found[at] = field
        return found

    def _choices(self) -> dict[int, str]:
        return {
            one.line.number: self.request.POST.get(f"line_{one.line.number}", "")
            for one in self.found
            if one.state == NEAR
        }

    def _example(self, at: int) -> str:
        """The first cells of a column, so that one sees what it holds."""
        cells = (row[at] for row in self.rows if at < len(row) and row[at].strip())
        return ", ".join(cell[:30] for cell, _number in zip(cells, range(3), strict=False))


def _as_text(rows: list[list[str]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter="\t", lineterminator="\n").writerows(rows)
    return buffer.getvalue()


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
