"""Import of a member list: upload, compare with the club's data, confirm."""

import hashlib
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.requests import actor_of
from club.lists.pages import Review, TableForm, review_page
from club.members.list_messages import FAULTS, cell_text, leftover_rows, leftovers
from club.members.member_columns import MEMBER_COLUMNS
from club.members.member_lists import MemberLine, read_lines, with_birth_dates
from club.members.pages.member_forms import OneClubForm, PlanField, day_field
from club.members.selectors.member_differences import (
    FAULTY,
    KNOWN,
    NEAR,
    NEW,
    Defaults,
    digest_of,
    member_differences,
    plan_values,
)
from club.members.selectors.members import plans_of
from club.members.services.member_imports import import_members
from club.models import MembershipPlan
from club.paper.sheets import csv_lines

NO_MEMBERSHIP = "none"


class ListForm(OneClubForm, TableForm):
    """Form with the list and the defaults for its rows."""

    plan = PlanField(help_text=gettext_lazy("Used for rows without one."))
    starts_on = day_field(
        gettext_lazy("Member from"), help_text=gettext_lazy("Used for rows without a date.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_on"].initial = timezone.localdate


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS)
def import_list(request: HttpRequest) -> HttpResponse:
    """Upload a list, review the comparison, change the column mapping, confirm."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    form = ListForm(request.POST or None, request.FILES or None, club=chosen.club)
    return review_page(request, chosen, form, _MemberReview, "club/members/desk/member_import.html")


class _MemberReview(Review):
    """A member list under review."""

    declared = MEMBER_COLUMNS

    def __init__(self, request: HttpRequest, chosen: ChosenClub, form: TableForm) -> None:
        super().__init__(request, chosen, form)
        self.actions = {"leftovers": self.leftovers, "confirm": self.bring_in}
        lines = read_lines(self.read, today=timezone.localdate())
        self.births = self._births(lines)
        self.lines = with_birth_dates(lines, self.births)
        self.asked = [line for line in lines if line.earlier is not None]
        self.plans = list(plans_of(organisation_id=self.club.pk).filter(is_offered=True))
        self.defaults = Defaults(
            plan=form.cleaned_data["plan"],
            starts_on=form.cleaned_data["starts_on"],
            plans=self._chosen_plans(lines),
        )
        self.found = member_differences(
            organisation_id=self.club.pk, lines=self.lines, defaults=self.defaults
        )

    def bring_in(self) -> HttpResponse:
        """Import the reviewed list."""
        added, joined = import_members(
            organisation_id=self.club.pk,
            lines=self.lines,
            defaults=self.defaults,
            choices=self._choices(),
            digest=self.request.POST.get("digest", ""),
            actor=actor_of(self.request),
        )
        message = _(
            "New people: %(added)s, new memberships: %(joined)s. The import can be undone in the audit log."
        )
        messages.success(self.request, message % {"added": added, "joined": joined})
        return redirect(f"{reverse('club:members')}?club={self.club.slug}")

    def _births(self, lines: list[MemberLine]) -> dict[int, date]:
        """Return the chosen corrections of birth dates in the future by a hundred years."""
        return {
            line.number: line.earlier
            for line in lines
            if line.earlier is not None
            and self.request.POST.get(f"born_{line.number}") == line.earlier.isoformat()
        }

    def _chosen_plans(self, lines: list[MemberLine]) -> dict[str, MembershipPlan | None]:
        """Return the chosen plans for the membership kinds in the list; missing ones are guessed."""
        by_number: dict[str, MembershipPlan | None] = {str(plan.pk): plan for plan in self.plans}
        by_number[NO_MEMBERSHIP] = None
        pairs = ((fold_name(line.plan), self.request.POST.get(value_name(line.plan), "")) for line in lines)
        return {value: by_number[number] for value, number in pairs if value and number in by_number}

    def leftovers(self) -> HttpResponse:
        """Download the rows not imported in full, to be corrected and uploaded again."""
        rows = leftover_rows(self.read, leftovers(self.found, self._choices()))
        answer = HttpResponse("\ufeff" + "".join(csv_lines(rows)), content_type="text/csv; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{self.club.slug}-left-out.csv"'
        return answer

    def context(self) -> dict[str, Any]:
        """Template context."""
        choices = self._choices()
        by_state = {
            state: [
                (one, FAULTS.get(one.line.fault, ""), choices.get(one.line.number, ""))
                for one in self.found
                if one.state == state
            ]
            for state in (FAULTY, NEAR, NEW, KNOWN)
        }
        return super().context() | {
            "shown": by_state,
            "digest": digest_of(self.found),
            "plans": self.plans,
            "values": [
                (value_name(one.value), one)
                for one in plan_values(organisation_id=self.club.pk, lines=self.lines, defaults=self.defaults)
            ],
            "asked": [(line, self.births.get(line.number)) for line in self.asked],
            "cells": [
                (one.line, [cell_text(cell) for cell in one.line.left]) for one in self.found if one.line.left
            ],
        }

    def _choices(self) -> dict[int, str]:
        return {
            one.line.number: self.request.POST.get(f"line_{one.line.number}", "")
            for one in self.found
            if one.state in {NEAR, NEW}
        }


def value_name(value: str) -> str:
    """Field name that maps a kind of membership, the same for all its spellings."""
    return f"value_{hashlib.sha256(fold_name(value).encode()).hexdigest()[:12]}"
