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
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import OK, UNPROCESSABLE, actor_of
from tournaments.core.pages.event_times import zone_of
from tournaments.core.scopes import of_event, of_section
from tournaments.events.money import money_text
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
from tournaments.models import Event, Section

MAX_ROWS, SPARE_ROWS = 200, 3


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
    return [row | {"amount": _amount_text(row["amount"], row["currency"])} for row in rows]


def _prize_rows(section: Section) -> list[dict[str, Any]]:
    rows = prize_facts(section)["prizes"]
    return [row | {"amount": _amount_text(row["amount"], section.currency)} for row in rows]


def _amount_text(amount: int, currency: str) -> str:
    """Return an amount as typed in a form."""
    return money_text(amount, currency).partition(" ")[0] if amount else ""


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
        refusal = None
        if request.method == "POST" and forms.are_valid():
            refusal = forms.save_list()
            if refusal is None:
                messages.success(request, _("Saved."))
                return redirect("tournaments:desk_setup", section_id, what)
        context = forms.context | {
            "section": "desk",
            "one": section,
            "tab": "setup",
            "what": what,
            "kinds": [(key, kind.name) for key, kind in KINDS.items()],
            "effects": effects_of(section, what),
            "refusal": refusal,
            "version": section.version,
        }
        if what == "classes":
            names = [one.name for one in section.classes.all()]
            context |= {"names": names, "players": entries_of(section) if names else ()}
        status = UNPROCESSABLE if request.method == "POST" else OK
        return render(request, "tournaments/events/desk/setup.html", context, status=status)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def players(request: HttpRequest, section_id: int) -> HttpResponse:
    """Assign players to classes: as chosen, or all without one by rating and year of birth."""
    section = get_object_or_404(Section, pk=section_id)
    actor = actor_of(request)
    try:
        if request.POST.get("act") == "sort":
            done = sort_into_classes(section_id=section_id, actor=actor)
        else:
            sent = {entry.pk: request.POST.get(f"class-{entry.pk}") for entry in section.entries.all()}
            chosen = {key: name for key, name in sent.items() if name is not None}
            done = set_entry_classes(section_id=section_id, classes=chosen, actor=actor)
    except ClubError as error:
        add_refusal_message(request, error)
    else:
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
        self.rows = row_formset(self.kind.form)(
            data, initial=self.kind.rows(section), prefix="row", form_kwargs=shared
        )

    def are_valid(self) -> bool:
        """Check that all forms are valid."""
        asked = [one.is_valid() for one in (self.head, self.rows) if one is not None]
        return all(asked)

    def save_list(self) -> RefusalText | None:
        """Save the list; refusals become form errors."""
        given: dict[str, Any] = {}
        if isinstance(self.head, PrizeHeadForm):
            given = dict(self.head.cleaned_data)
        rows = self.head.rows() if isinstance(self.head, ScheduleForm) else rows_of(self.rows)
        facts = {"section_id": self.section.pk, "version": version_of(self.request)}
        try:
            self.kind.keep(rows=rows, actor=actor_of(self.request), **facts, **given)
        except ClubError as error:
            return refusal_text(error)
        return None

    @property
    def context(self) -> dict[str, Any]:
        """Return the template context."""
        return {"head": self.head, "rows": self.rows}


def row_formset(form: type[RowForm]) -> Any:
    """Return the formset of a list with some spare rows."""
    return formset_factory(form, extra=SPARE_ROWS, can_delete=True, max_num=MAX_ROWS, absolute_max=MAX_ROWS)


def rows_of(formset: Any) -> list[dict[str, Any]]:
    """Return the rows that are filled in and not marked for deletion, in their order."""
    forms = [form for form in formset.forms if form not in formset.deleted_forms]
    return [form.row() for form in forms if form in formset.initial_forms or form.has_changed()]


def version_of(request: HttpRequest) -> int:
    """Return the version that the page shows."""
    given = request.POST.get("version", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 9 else 0  # noqa: PLR2004 - of a row


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def officials(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the officials of an event; posting replaces the whole list."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    known = official_facts(event)["officials"]
    rows = row_formset(OfficialRowForm)(request.POST or None, initial=known, prefix="row")
    refusal = None
    if request.method == "POST" and rows.is_valid():
        try:
            service.set_officials(
                event_id=event_id,
                rows=rows_of(rows),
                version=version_of(request),
                actor=actor_of(request),
            )
        except ClubError as error:
            refusal = refusal_text(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:desk_event", event_id)
    context = {"section": "desk", "event": event, "rows": rows, "refusal": refusal, "version": event.version}
    status = UNPROCESSABLE if request.method == "POST" else OK
    return render(request, "tournaments/events/desk/officials.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def clone(request: HttpRequest, event_id: int) -> HttpResponse:
    """Copy an event, by default a week later."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    proposed = event.starts_on + WEEK if event.starts_on else None
    form = CloneForm(request.POST or None, initial={"name": event.name, "starts_on": proposed})
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            made = clone_event(event_id=event_id, actor=actor_of(request), **form.cleaned_data)
        except ClubError as error:
            refusal = refusal_text(error)
        else:
            messages.success(request, _("Event copied as a draft."))
            return redirect("tournaments:desk_event", made.pk)
    context = {"section": "desk", "event": event, "form": form, "refusal": refusal}
    status = UNPROCESSABLE if request.method == "POST" else OK
    return render(request, "tournaments/events/desk/clone.html", context, status=status)


WEEK = timedelta(days=7)
