"""Calendar at the desk: add, change and cancel dates, move a single day."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import islice
from typing import Any, Final

from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.calendar.pages.calendar_forms import CancelDayForm, DateForm, DayForm
from club.calendar.pages.recurrence_text import rule_text
from club.calendar.selectors import dates_of, day_line, reach, recurrence_of, venues_of
from club.calendar.services import club_dates as service
from club.calendar.sources import CalendarLine
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import apply_row_action, require_valid_form, submit
from club.core.pages.responses import page_of, posted, service_arguments
from club.core.requests import actor_of, parse_number
from club.core.scopes import scope_of_date
from club.models import ClubDate, DateChange, Organisation, Venue

MAX_DAYS_SHOWN: Final = 10
LOOKAHEAD = timedelta(days=3 * 366)


@require_safe
@needs(Capability.KEEP_CALENDAR)
def dates(request: HttpRequest) -> HttpResponse:
    """List the dates of a club, upcoming ones first."""
    chosen = chosen_club(request, Capability.KEEP_CALENDAR)
    page = page_of(request, dates_of(organisation_id=chosen.club.pk).order_by("-first_on", "-pk"))
    lines = [(row, rule_text(row), next(iter(next_days(row)), None)) for row in page.object_list]
    context = {
        "chosen": chosen,
        "page": page,
        "lines": lines,
        "asked": f"club={chosen.club.slug}",
    }
    return render(request, "club/calendar/desk/calendar.html", context)


def next_days(row: ClubDate) -> list[CalendarLine]:
    """Return the next occurrences of a date from today, with their changes."""
    today = timezone.localdate()
    changes = {one.on: one for one in row.changes.all()}
    days = recurrence_of(row).days(today, reach(today, LOOKAHEAD))
    return [day_line(row, day, changes.get(day)) for day in islice(days, MAX_DAYS_SHOWN)]


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CALENDAR)
def new_date(request: HttpRequest) -> HttpResponse:
    """Add a date to the calendar."""
    chosen = chosen_club(request, Capability.KEEP_CALENDAR)
    form = DateForm(posted(request), club=chosen.club, initial=_defaults(chosen.club))
    sent = submit(
        request,
        form,
        lambda: service.add_date(
            organisation_id=chosen.club.pk, actor=actor_of(request), **service_arguments(form)
        ),
        success=lambda row: _("Added “%(title)s” to the calendar.") % {"title": row.title},
    )
    if sent.is_done:
        return redirect("club:desk_date", sent.result.pk)
    context = {"chosen": chosen, "form": form, "refused": sent.refusal}
    return render(request, "club/calendar/desk/date_new.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CALENDAR, scope=scope_of_date)
def one_date(request: HttpRequest, date_id: int) -> HttpResponse:
    """Show a date: its rule, its next days, and the form that changes all of them."""
    rows = ClubDate.objects.select_related("organisation", "venue").prefetch_related("changes__venue")
    row = get_object_or_404(rows, pk=date_id)
    places = list(venues_of(organisation_id=row.organisation_id))
    initial = model_to_dict(row, DateForm.base_fields)
    form = DateForm(posted(request), club=row.organisation, initial=initial, venues=places)
    version = parse_number(request.POST.get("version", ""))
    sent = submit(
        request,
        form,
        lambda: service.change_date(
            date_id=row.pk, version=version, actor=actor_of(request), **service_arguments(form)
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("club:desk_date", row.pk)
    context = {
        "club": row.organisation,
        "row": row,
        "rule": rule_text(row),
        "form": form,
        "refused": sent.refusal,
        "days": [(line, _day_form(row, line, places)) for line in next_days(row)],
    }
    return render(request, "club/calendar/desk/date.html", context, status=sent.status)


@require_POST
@needs(Capability.KEEP_CALENDAR, scope=scope_of_date)
def date_act(request: HttpRequest, date_id: int, act: str) -> HttpResponse:
    """Cancel or restore a date or one of its days, move a day, or remove a date entered by mistake."""
    return apply_row_action(
        request,
        ClubDate.objects.all(),
        date_id,
        ACTIONS.get(act),
        page="club:desk_date",
        overview="club:desk_calendar",
    )


def _cancel(request: HttpRequest, row: ClubDate) -> str:
    service.cancel_date(date_id=row.pk, actor=actor_of(request))
    return _("Cancelled. Calendars show it struck through.")


def _restore(request: HttpRequest, row: ClubDate) -> str:
    service.restore_date(date_id=row.pk, actor=actor_of(request))
    return _("Reinstated.")


def _remove(request: HttpRequest, row: ClubDate) -> str:
    service.remove_date(date_id=row.pk, actor=actor_of(request))
    return _("Removed from the calendar.")


def _cancel_day(request: HttpRequest, row: ClubDate) -> str:
    given = require_valid_form(CancelDayForm(request.POST, club=row.organisation))
    service.cancel_day(date_id=row.pk, actor=actor_of(request), **given)
    return _("This day is cancelled.")


def _move_day(request: HttpRequest, row: ClubDate) -> str:
    given = require_valid_form(DayForm(request.POST, club=row.organisation))
    service.move_day(date_id=row.pk, actor=actor_of(request), **given)
    return _("This day has been changed.")


def _restore_day(request: HttpRequest, row: ClubDate) -> str:
    on = _day(request.POST.get("on", ""))
    service.restore_day(date_id=row.pk, on=on, actor=actor_of(request))
    return _("This day follows the regular schedule again.")


ACTIONS: Final[dict[str, Callable[[HttpRequest, ClubDate], str]]] = {
    "cancel": _cancel,
    "restore": _restore,
    "remove": _remove,
    "cancel-day": _cancel_day,
    "move-day": _move_day,
    "restore-day": _restore_day,
}


def _day(text: str) -> date:
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        raise Http404
    return day


def _day_form(row: ClubDate, line: CalendarLine, places: list[Venue]) -> DayForm:
    change = next((one for one in row.changes.all() if one.on == line.on), DateChange())
    initial = {
        "on": line.on,
        "moved_to": change.moved_to or line.on,
        "begins_at": change.begins_at,
        "venue": change.venue_id,
        "note": change.note,
    }
    return DayForm(club=row.organisation, initial=initial, venues=places, auto_id=f"day_{line.on}_%s")


def _defaults(club: Organisation) -> dict[str, Any]:
    """Defaults for a new date, from the club's latest date: its venue, start time and time zone.

    The first date takes the time zone of the club, else that of the browser if the site has none but UTC.
    """
    row = ClubDate.objects.filter(organisation=club).order_by("-pk").first()
    usual: dict[str, Any] = {"first_on": timezone.localdate()}
    if row is None:
        zone = timezone.get_default_timezone_name()
        only = [one.pk for one in venues_of(organisation_id=club.pk) if one.is_used]
        return usual | {
            "time_zone": club.time_zone or ("" if zone == "UTC" else zone),
            "venue": only[0] if len(only) == 1 else None,
        }
    return usual | {"time_zone": row.time_zone, "begins_at": row.begins_at, "venue": row.venue_id}
