"""Public rating lists and players."""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.selectors import organisation_list
from club.members.selectors.persons import person_with_club, persons_without_name_consent, surviving_person_id
from tournaments.entries.selectors.hidden_names import hide_names_without_consent
from tournaments.models import RatingList
from tournaments.ratings.formulas.registry import RATING_SYSTEMS
from tournaments.ratings.pages.rating_curve import Drawing, drawn
from tournaments.ratings.pages.rating_rows import ChangeRow, change_rows, rating_text
from tournaments.ratings.selectors.live_ratings import lists_with_nights, live_ratings
from tournaments.ratings.selectors.person_page import Tally, has_played_in_public, person_record
from tournaments.ratings.selectors.rating_lists import (
    Curve,
    CurvePoint,
    curves_of,
    players_by_rating,
    public_lists,
)

PLAYERS_A_PAGE = 100
OPPONENTS_SHOWN, OPENINGS_SHOWN = 100, 25


class CurveRow(NamedTuple):
    """A point of a curve as a line of the table beneath it."""

    point: CurvePoint
    row: ChangeRow


class CurveDisplay(NamedTuple):
    """A curve as the page shows it."""

    curve: Curve
    rating: str
    live: str
    drawing: Drawing
    rows: tuple[CurveRow, ...]


@require_safe
@public
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The public lists of a club."""
    club = get_object_or_404(organisation_list(), slug=slug)
    found = [(one, RATING_SYSTEMS[one.formula].name) for one in public_lists(club.pk)]
    return render(
        request, "tournaments/ratings/rating_lists.html", {"section": "events", "club": club, "lists": found}
    )


@require_safe
@public
def rating_list(request: HttpRequest, slug: str, list_id: int) -> HttpResponse:
    """A public list, the highest rating first."""
    rows = RatingList.objects.select_related("organisation")
    row = get_object_or_404(rows, pk=list_id, organisation__slug=slug, is_public=True)
    page = Paginator(players_by_rating(row), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "withheld": hide_names_without_consent(one.person for one in page.object_list),
        "section": "events",
        "club": row.organisation,
        "list": row,
        "system": RATING_SYSTEMS[row.formula],
        "page": page,
    }
    return render(request, "tournaments/ratings/rating_list.html", context)


@require_safe
@public
def player(request: HttpRequest, person_id: int) -> HttpResponse:
    """A person's ratings, and the games of public events; a person without name consent has no page."""
    person = person_with_club(person_id=person_id)
    if person is not None and person.organisation is None:
        number = surviving_person_id(person_id)
        if number != person_id:
            return redirect("tournaments:person", number)
    if person is None or person.organisation is None or hide_names_without_consent([person]):
        raise Http404
    curves = curves_of(person)
    now = live_texts([one.rating_list for one in curves], person.pk)
    if not curves and not has_played_in_public(person):
        raise Http404
    record = person_record(person)
    opponents = record.opponents[:OPPONENTS_SHOWN]
    withheld = persons_without_name_consent(
        persons={one.person for one in opponents if one.person is not None}
    )
    context: dict[str, Any] = {
        "section": "events",
        "person": person,
        "club": person.organisation,
        "curves": [_curve_display(one, now.get(one.rating_list.pk, "")) for one in curves],
        "games": len(record.games),
        "opponents": [_opponent(one, withheld) for one in opponents],
        "sides": [_side(one) for one in record.sides],
        "openings": record.openings[:OPENINGS_SHOWN],
        "cases": record.cases,
    }
    return render(request, "tournaments/ratings/person.html", context)


def _opponent(one: Tally, withheld: frozenset[int]) -> Tally:
    return one._replace(heading=_("Name withheld"), person=None) if one.person in withheld else one


def _side(one: Tally) -> Tally:
    return one._replace(heading=_("White") if one.heading == "white" else _("Black"))


def _curve_display(curve: Curve, live: str) -> CurveDisplay:
    ratings = [one.change.after or 0.0 for one in curve.points]
    told = [_point_label(one) for one in curve.points]
    first = curve.points[0].change.before if curve.points else None
    if first is not None:  # a curve begins at its first report with the person
        ratings, told = [first, *ratings], [rating_text(first), *told]
    rows = change_rows(one.change for one in curve.points)
    lines = [CurveRow(*pair) for pair in zip(curve.points, rows, strict=True)]
    rating = rating_text(curve.player.rating)
    return CurveDisplay(curve, rating, live, drawn(ratings, told), tuple(reversed(lines)))


def live_texts(lists: list[RatingList], person_id: int) -> dict[int, str]:
    """Return a person's live rating by list, if nights that are not counted change it."""
    found: dict[int, str] = {}
    for row in lists_with_nights(lists):
        live = live_ratings(row, [person_id]).get(person_id)
        if live is not None and live.is_provisional:
            found[row.pk] = rating_text(live.now)
    return found


def _point_label(point: CurvePoint) -> str:
    day = date_format(point.change.period.counted_on, "SHORT_DATE_FORMAT")
    name = f", {point.event.name}" if point.event is not None else ""
    return f"{day}{name}: {rating_text(point.change.after)}"
