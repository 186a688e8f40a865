"""Set-up of a section and an event at the desk: lists that are set as a whole, and copies of events."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.forms import BaseFormSet, formset_factory
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of, parse_number
from tournaments.core.pages.event_times import zone_of
from tournaments.core.scopes import of_event, of_section
from tournaments.events.money import amount_text
from tournaments.events.pages.setup_forms import (
    ClassRowForm,
    CloneForm,
    FeeRowForm,
    OfficialRowForm,
    PrizeHeadForm,
    PrizeRowForm,
    RowForm,
    ScheduleForm,
)
from tournaments.events.selectors.sections import entries_of
from tournaments.events.selectors.setup_facts import (
    class_facts,
    effects_of,
    fee_facts,
    official_facts,
    prize_facts,
)
from tournaments.events.services import setup_lists as service
from tournaments.events.services.class_lists import set_entry_classes, sort_into_classes
from tournaments.events.services.clones import clone_event
from tournaments.models import EntryState, Event, Section

MAX_ROWS, SPARE_ROWS = 200, 3
PLAYERS_A_PRIZE = 3


class Kind(NamedTuple):
    """A list of a section: its title, its rows, its service."""

    name: str | Promise
    form: type[RowForm]
    rows: Callable[[Section], list[dict[str, Any]]]
    keep: Callable[..., Section]


def _class_rows(section: Section) -> list[dict[str, Any]]:
    return [row | {"was": row["name"]} for row in class_facts(section)["classes"]]


def _fee_rows(section: Section) -> list[dict[str, Any]]:
    rows = fee_facts(section)["fees"]
    return [row | {"amount": amount_text(row["amount"], row["currency"])} for row in rows]


def _prize_rows(section: Section) -> list[dict[str, Any]]:
    rows = prize_facts(section)["prizes"]
    return [row | {"amount": amount_text(row["amount"], section.currency)} for row in rows]


KINDS: dict[str, Kind] = {
    "classes": Kind(gettext_lazy("Classes"), ClassRowForm, _class_rows, service.set_classes),
    "schedule": Kind(gettext_lazy("Schedule"), RowForm, lambda _section: [], service.set_schedule),
    "fees": Kind(gettext_lazy("Fees"), FeeRowForm, _fee_rows, service.set_fees),
    "prizes": Kind(gettext_lazy("Prizes"), PrizeRowForm, _prize_rows, service.set_prizes),
}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def setup(request: HttpRequest, section_id: int, what: str) -> HttpResponse:
    """One list of a section; posting sets it as a whole."""
    if what not in KINDS:
        raise Http404(what)
    section = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    with timezone.override(zone_of(section.event)):
        forms = SetupForms(request, section, what)
        sent = submit(request, forms.all, forms.save_list, success=_("Saved."))
        if sent.is_done:
            return redirect("tournaments:desk_setup", section_id, what)
        context: dict[str, Any] = {
            "head": forms.head,
            "rows": forms.rows,
            "section": "desk",
            "one": section,
            "tab": "setup",
            "what": what,
            "effects": effects_of(section, what),
            "refusal": sent.refusal,
            "version": section.version,
        }
        if what == "classes":
            names = [one.name for one in section.classes.all()]
            context |= {"names": names, "players": entries_of(section) if names else ()}
        return render(request, "tournaments/events/desk/setup.html", context, status=sent.status)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def players(request: HttpRequest, section_id: int) -> HttpResponse:
    """Assign players to classes: as chosen, or all without one by rating and year of birth."""
    section = get_object_or_404(Section, pk=section_id)
    actor = actor_of(request)
    with Refusals(request):
        if request.POST.get("act") == "sort":
            done = sort_into_classes(section_id=section_id, actor=actor)
        else:
            sent = {entry.pk: request.POST.get(f"class-{entry.pk}") for entry in section.entries.all()}
            chosen = {key: name for key, name in sent.items() if name is not None}
            done = set_entry_classes(section_id=section_id, classes=chosen, actor=actor)
        messages.success(request, _("Classes changed: %(count)s.") % {"count": len(done)})
    return redirect("tournaments:desk_setup", section_id, "classes")


class SetupForms:
    """Forms of one list: one form for each row or round, and one for the whole list."""

    def __init__(self, request: HttpRequest, section: Section, what: str) -> None:
        self.request, self.section, self.kind = request, section, KINDS[what]
        data = request.POST or None
        self.rows: BaseFormSet[Any] | None = None
        self.head: PrizeHeadForm | ScheduleForm | None = None
        if what == "schedule":
            self.head = ScheduleForm(data, section=section)
            return
        shared: dict[str, Any] = {} if what == "classes" else {"section": section}
        if what == "prizes":
            usual = {"currency": section.currency, "sharing": section.prize_sharing}
            self.head = PrizeHeadForm(data, initial=usual)
            shared["currency"] = (data.get("currency", "").upper()[:3]) if data else section.currency
        rows = self.kind.rows(section)
        self.rows = row_formset(self.kind.form)(data, initial=rows, prefix="row", form_kwargs=shared)
        if what == "prizes" and not rows:
            for place, form in zip(usual_prize_places(section), self.rows.extra_forms, strict=False):
                form.fields["place"].initial = place

    @property
    def all(self) -> list[Any]:
        """All forms and formsets of the list."""
        return [one for one in (self.head, self.rows) if one is not None]

    def save_list(self) -> None:
        """Save the list."""
        given: dict[str, Any] = {}
        if isinstance(self.head, PrizeHeadForm):
            given = dict(self.head.cleaned_data)
        rows = self.head.rows() if isinstance(self.head, ScheduleForm) else rows_of(self.rows)
        facts = {"section_id": self.section.pk, "version": version_of(self.request)}
        self.kind.keep(rows=rows, actor=actor_of(self.request), **facts, **given)


def usual_prize_places(section: Section) -> range:
    """Return the places that a section without prizes begins with: one for three players, three at most."""
    players = section.entries.filter(state=EntryState.CONFIRMED).count()
    most = min(SPARE_ROWS, max(1, players // PLAYERS_A_PRIZE)) if players else SPARE_ROWS
    return range(1, most + 1)


def row_formset(form: type[RowForm]) -> Any:
    """Return the formset of a list with some spare rows."""
    return formset_factory(form, extra=SPARE_ROWS, can_delete=True, max_num=MAX_ROWS, absolute_max=MAX_ROWS)


def rows_of(formset: Any) -> list[dict[str, Any]]:
    """Return the rows that are filled in and not marked for deletion, in their order."""
    forms = [form for form in formset.forms if form not in formset.deleted_forms]
    return [form.row() for form in forms if form in formset.initial_forms or form.has_changed()]


def version_of(request: HttpRequest) -> int:
    """Return the version that the page shows."""
    return parse_number(request.POST.get("version", ""), digits=8) or 0


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def officials(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the officials of an event; posting replaces the whole list."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    known = official_facts(event)["officials"]
    rows = row_formset(OfficialRowForm)(request.POST or None, initial=known, prefix="row")
    sent = submit(
        request,
        rows,
        lambda: service.set_officials(
            event_id=event_id, rows=rows_of(rows), version=version_of(request), actor=actor_of(request)
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_event", event_id)
    context = {"section": "desk", "event": event, "rows": rows, "version": event.version}
    context["refusal"] = sent.refusal
    return render(request, "tournaments/events/desk/officials.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def clone(request: HttpRequest, event_id: int) -> HttpResponse:
    """Copy an event, by default a week later."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    proposed = event.starts_on + WEEK if event.starts_on else None
    form = CloneForm(request.POST or None, initial={"name": event.name, "starts_on": proposed})
    sent = submit(
        request,
        form,
        lambda: clone_event(event_id=event_id, actor=actor_of(request), **form.cleaned_data),
        success=_("Event copied as a draft."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_event", sent.result.pk)
    context = {"section": "desk", "event": event, "form": form, "refusal": sent.refusal}
    return render(request, "tournaments/events/desk/clone.html", context, status=sent.status)


WEEK = timedelta(days=7)
