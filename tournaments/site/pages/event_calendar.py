"""Calendar of events: now, next and past, or a month; with filters, and for calendar programs."""

from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from club.calendar.pages.icalendars import calendar_file, serialize_calendar
from club.calendar.selectors import month_of
from club.core.pages.access import public
from club.core.pages.responses import page_of
from club.core.requests import parse_number
from club.core.selectors import DEMO_CLUB
from club.live.published import published
from games.house_rules.variant_names import public_games
from tournaments.events.selectors.event_cards import event_cards
from tournaments.events.selectors.event_lists import (
    EventFilters,
    EventKind,
    Phase,
    calendar_version,
    clubs_with_events,
    demo_event_count,
    events_in,
    found_events,
    years_of,
)
from tournaments.models import Event
from tournaments.site.pages.calendars import event_days
from tournaments.site.pages.event_month import month_of_events

MAX_SHOWN: Final = 60
PAST_PER_PAGE: Final = 24
FIRST_YEAR: Final = 1800  # of months: old matches are events too
ANY: Any = ("", pgettext_lazy("filter", "any"))


class CalendarForm(forms.Form):
    """Filters of the calendar; empty fields do not filter."""

    name = forms.CharField(label=gettext_lazy("Event or venue"), required=False, max_length=100)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of event"), required=False, choices=lambda: [ANY, *EventKind.choices]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = [(club.slug, club.name) for club in clubs_with_events()]
        games = public_games(chosen=str(self["variant"].value() or ""))
        self.fields["club"].choices = [ANY, *clubs]  # type: ignore[attr-defined]
        self.fields["variant"].choices = [ANY, *games]  # type: ignore[attr-defined]

    def filters(self) -> EventFilters:
        """Return the filters; an invalid field does not filter."""
        self.is_valid()
        given = self.cleaned_data
        return EventFilters(**{name: given.get(name, "") for name in ("club", "variant", "kind", "name")})


def filters_of(request: HttpRequest) -> tuple[CalendarForm, EventFilters]:
    """Return the form of the calendar and the filters in the query string."""
    form = CalendarForm(request.GET)
    return form, form.filters()


def _query(request: HttpRequest, *, without: set[str]) -> str:
    kept = [(key, value) for key, value in request.GET.items() if key not in without and value]
    return f"{urlencode(kept)}&" if kept else ""


@require_safe
@public
@published(version=calendar_version, parameters=(*CalendarForm.base_fields, "month", "year", "page"))
def events(request: HttpRequest) -> HttpResponse:
    """Show the events of this site: now, next and past, or those of `?month=2026-11`."""
    form, filters = filters_of(request)
    found = found_events(filters)
    if "month" in request.GET:
        return _month(request, found, is_filtered=filters != EventFilters())
    year = parse_number(request.GET.get("year", ""), digits=4) or None  # of a date: 1 to 9999
    page = page_of(request, events_in(found, Phase.PAST, year=year), PAST_PER_PAGE)
    running, coming = (
        list(events_in(found, Phase.NOW)[:MAX_SHOWN]),
        list(events_in(found, Phase.NEXT)[:MAX_SHOWN]),
    )
    cards = event_cards([*running, *coming, *page])
    at_past = year is not None or page.number > 1
    context = {
        "section": "events",
        "form": form,
        "now": [] if at_past else cards[: len(running)],
        "next": [] if at_past else cards[len(running) : len(running) + len(coming)],
        "past": cards[len(running) + len(coming) :],
        "page": page,
        "years": years_of(found),
        "year": year,
        "is_filtered": filters != EventFilters(),
        "demo_events": 0 if filters.club else demo_event_count(),
        "demo": DEMO_CLUB,
        "query": _query(request, without={"page"}),
        "month": timezone.localdate(),
        "month_query": _query(request, without={"page", "year"}),
        "years_query": _query(request, without={"page", "year"}),
        "feed": f"{reverse('tournaments:events_feed')}?{_query(request, without={'page', 'year'})}".rstrip(
            "?&"
        ),
    }
    return render(request, "tournaments/site/events.html", context)


def _month(request: HttpRequest, found: QuerySet[Event], *, is_filtered: bool) -> HttpResponse:
    context = {
        "section": "events",
        "month": month_of_events(found, month_of(request.GET["month"], since=FIRST_YEAR)),
        "is_filtered": is_filtered,
        "query": _query(request, without={"month", "page", "year"}),
    }
    return render(request, "tournaments/site/event_month.html", context)


@require_safe
@public
def feed(request: HttpRequest) -> HttpResponse:
    """Return the days of the events of now and next for calendar programs, by the same filters."""
    _form, filters = filters_of(request)
    found = found_events(filters)
    rows = [*events_in(found, Phase.NOW)[:MAX_SHOWN], *events_in(found, Phase.NEXT)[:MAX_SHOWN]]
    days = [day for row in rows for day in event_days(row, request)]
    return calendar_file(serialize_calendar(_("Events"), days), "events.ics")
