"""Public calendar of a club: a month view, the same as a list, and a feed to subscribe to."""

from calendar import Calendar
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Event as CalendarEntry

from club.calendar.pages.icalendars import (
    calendar_file,
    conditional_response,
    date_entries,
    line_entry,
    serialize_calendar,
)
from club.calendar.selectors import (
    clubs_with_membership,
    dates_of,
    lines_of,
    month_of,
    reach,
    sees_members_dates,
    venues_of,
)
from club.calendar.services.calendar_feeds import hash_of, make_feed, revoke_feed
from club.calendar.sources import CLUB_SOURCES, PERSON_SOURCES, CalendarLine
from club.core.limits import limited
from club.core.pages.access import any_account, public
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, speak_unless_chosen
from club.core.selectors import organisation_list
from club.members.selectors.self_service import own_persons
from club.models import CalendarFeed, Organisation, Venue

PAST, FUTURE = timedelta(days=366), timedelta(days=2 * 366)
"""Range of single dates in a feed; recurring dates are given by their rule."""


class Day(NamedTuple):
    """A day of the month with its entries."""

    on: date
    is_of_month: bool
    is_today: bool
    lines: list[CalendarLine]


class Month(NamedTuple):
    """A month as pages show it."""

    first: date
    weeks: list[list[Day]]
    days: list[Day]  # days of the month with entries
    before: str
    after: str


def lay_out_month(first: date, lines: Iterable[CalendarLine]) -> Month:
    """Arrange lines in the weeks of a month, Monday first; an entry of several days is on each of them."""
    by_day: dict[date, list[CalendarLine]] = {}
    earliest, latest = reach(first, timedelta(days=-7)), reach(first, timedelta(days=45))
    for line in lines:
        begin, end = max(line.day, earliest), min(line.last_day, latest)
        for number in range((end - begin).days + 1):
            by_day.setdefault(begin + timedelta(days=number), []).append(line)
    today = timezone.localdate()
    weeks = [
        [Day(on, on.month == first.month, on == today, by_day.get(on, [])) for on in week]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
    days = [day for week in weeks for day in week if day.is_of_month and day.lines]
    before, after = first - timedelta(days=1), first + timedelta(days=31)
    return Month(first, weeks, days, f"{before:%Y-%m}", f"{after:%Y-%m}")


@require_safe
@public
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a month of a club; members also see members' dates."""
    club = get_object_or_404(organisation_list(), slug=slug)
    speak_unless_chosen(request, club.language)
    first = month_of(request.GET.get("month", ""))
    sees = sees_members_dates(actor=actor_of(request), organisation_id=club.pk)
    begin, end = first - timedelta(days=7), first + timedelta(days=38)
    lines = lines_of(organisation_id=club.pk, first=begin, last=end, sees_members_dates=sees)
    context = {
        "section": "events",
        "club": club,
        "month": lay_out_month(first, lines),
        "venues": venues_of(organisation_id=club.pk).filter(is_used=True),
        "feed": request.build_absolute_uri(reverse("club:calendar_feed", args=[club.slug])),
    }
    return render(request, "club/calendar/calendar.html", context)


@require_safe
@public
def venue(request: HttpRequest, slug: str, venue_id: int) -> HttpResponse:
    """Show a venue of a club: its location and access."""
    row = get_object_or_404(
        Venue.objects.select_related("organisation"), pk=venue_id, organisation__slug=slug
    )
    speak_unless_chosen(request, row.organisation.language)
    context = {"section": "events", "club": row.organisation, "venue": row}
    return render(request, "club/calendar/venue.html", context)


@require_safe
@public
def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Serve the public iCalendar feed of a club."""
    club = get_object_or_404(organisation_list(), slug=slug)
    entries = [*_dates(request, club, sees_members=False), *_source_entries(request, club)]
    return conditional_response(
        request, calendar_file(serialize_calendar(club.name, entries), f"{club.slug}.ics")
    )


@require_safe
@public
@limited("own_calendar", most=600, seconds=3600)
def own_feed(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Serve the personal feed of an account: dates of its clubs, boards and duties."""
    rows = CalendarFeed.objects.filter(revoked_at__isnull=True).select_related("person")
    person = get_object_or_404(rows, token_hash=hash_of(secret)).person
    clubs = clubs_with_membership(person=person)
    entries = [entry for club in clubs for entry in _dates(request, club, sees_members=True)]
    today = timezone.localdate()
    for source in PERSON_SOURCES:
        entries += [line_entry(one, request) for one in source(person, today - PAST, today + FUTURE)]
    name = _("%(name)s, draughts") % {"name": person.name}
    return conditional_response(request, calendar_file(serialize_calendar(name, entries), "own.ics"))


def _dates(request: HttpRequest, club: Organisation, *, sees_members: bool) -> Iterator[CalendarEntry]:
    address = reverse("club:calendar", args=[club.slug])
    for row in dates_of(organisation_id=club.pk, sees_members_dates=sees_members):
        yield from date_entries(row, request, address)


def _source_entries(request: HttpRequest, club: Organisation) -> Iterator[CalendarEntry]:
    today = timezone.localdate()
    for source in CLUB_SOURCES:
        for line in source(club.pk, today - PAST, today + FUTURE):
            yield line_entry(line, request)


@require_http_methods(["GET", "HEAD", "POST"])
@any_account
def own_calendar(request: HttpRequest) -> HttpResponse:
    """Show the state of the secret address; POST creates a new one, or with `revoke` ends it."""
    actor, address = actor_of(request), ""
    if request.method == "POST":
        with Refusals(request):
            if "revoke" in request.POST:
                revoke_feed(actor=actor)
                messages.success(request, _("The secret link has been revoked."))
            else:
                secret = make_feed(actor=actor).secret
                address = request.build_absolute_uri(reverse("club:own_feed", args=[secret]))
        if not address:
            return redirect("club:own_calendar")
    own = own_persons(actor=actor)
    current_feed = (
        CalendarFeed.objects.filter(person=own[0], revoked_at__isnull=True).first() if own else None
    )
    context = {"person": own[0] if own else None, "held": current_feed, "address": address}
    return render(request, "club/calendar/desk/own_calendar.html", context)
