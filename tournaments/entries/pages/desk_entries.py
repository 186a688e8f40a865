"""Entries at the desk: type or paste a list, check in, give byes, withdraw."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import submit
from club.core.requests import actor_of
from club.members.selectors.persons import names_known
from tournaments.core.scopes import of_entry, of_section
from tournaments.core.services.locks import section_scope
from tournaments.entries.entry_lists import EntryLine, read_lines
from tournaments.entries.pages.desk_forms import EntriesForm
from tournaments.entries.selectors.admissions import admission_of, places_of
from tournaments.entries.selectors.check_ins import arrivals
from tournaments.entries.selectors.late_arrivals import late_arrivals, removable
from tournaments.entries.services import entries as service
from tournaments.events.selectors.sections import entries_of
from tournaments.models import Camp, Entry, RoundState, Section

SHOWN_VALUES = 3  # values


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_DESK, scope=of_section)
def entries(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the entries of a section; posting enters a whole list, or none of it and shows the errors."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    form = EntriesForm(request.POST or None)
    if row.is_team:
        form.fields["players"].label = _("Teams")

    def enter() -> str:
        lines = read_lines(form.cleaned_data["players"])
        made = service.add_entries(
            section_id=section_id,
            lines=lines,
            different=request.POST.get("different", "").splitlines(),
            actor=actor_of(request),
        )
        return " ".join((_("%(count)s added.") % {"count": len(made)}, *_detected_columns(lines)))

    sent = submit(request, form, enter)
    if sent.is_done:
        messages.success(request, sent.result)
        return redirect("tournaments:desk_entries", section_id)
    doubles = cast("list[dict[str, Any]]", sent.error.facts.get("doubles", []) if sent.error else [])
    may_run = may(actor_of(request), Capability.RUN_EVENTS, section_scope(row))
    rounds, players = list(row.round_rows.defer("reasons").order_by("number")), list(entries_of(row))
    paired = sum(one.state != RoundState.DRAFT for one in rounds)
    late = late_arrivals(rounds[-1], players).open if rounds and may_run else []
    context = {
        "section": "desk",
        "one": row,
        "entries": players,
        "form": form,
        "refusal": sent.refusal,
        "doubles": doubles,
        "different": "\n".join(one["name"] for one in doubles),
        "next_round": paired + 1,
        "found": arrivals(row) if not paired else None,
        "inbox": places_of(row, admission_of(row)),
        "camps": _camps(row),
        "known": _suggested_names(row) if may_run else [],
        "may_run": may_run,
        "round_on": rounds[-1] if rounds else None,
        "late": late,
        "tab": "entries",
    }
    return render(request, "tournaments/entries/desk/entries.html", context, status=sent.status)


def _camps(section: Section) -> Sequence[tuple[str, Any]]:
    """Return both teams of a Scheveningen match; other systems have none."""
    return Camp.choices if section.system == "scheveningen" else ()


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_entry)
def change(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show the actions on one entry; by htmx for the dialog over the list."""
    entries = Entry.objects.select_related("section__event").prefetch_related("absences")
    entry = get_object_or_404(entries, pk=entry_id)
    row = entry.section
    context = {
        "section": "desk",
        "one": row,
        "tab": "entries",
        "entry": entry,
        "camps": _camps(row),
        "next_round": 1 + row.round_rows.exclude(state=RoundState.DRAFT).count(),
        "removable": removable(row, [entry]),
    }
    part = "_entry_menu" if "HX-Request" in request.headers else "entry_change"
    return render(request, f"tournaments/entries/desk/{part}.html", context)


def _detected_columns(lines: Sequence[EntryLine]) -> Iterator[str]:
    """Return the detected meaning of each column, with its first values; empty for a list of bare names."""
    columns = (
        (_("Name"), [line.name for line in lines]),
        (_("Rating"), [str(line.rating) for line in lines if line.rating]),
        (_("Federation"), [line.federation for line in lines if line.federation]),
        (_("Club"), [line.club_name for line in lines if line.club_name]),
    )
    if any(values for _label, values in columns[1:]):
        for label, values in columns:
            known = list(dict.fromkeys(values))
            end = " \N{HORIZONTAL ELLIPSIS}" if len(known) > SHOWN_VALUES else "."
            if known:
                yield f"{label}: {', '.join(known[:SHOWN_VALUES])}{end}"


def _suggested_names(section: Section) -> list[str]:
    """Return the known persons of the club as suggestions, without those entered already."""
    if section.is_team:
        return []
    entered = set(section.entries.values_list("name", flat=True))
    names = names_known(organisation_id=section.event.organisation_id)
    return [name for name in names if name not in entered]
