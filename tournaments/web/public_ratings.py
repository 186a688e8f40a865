"""Rating lists and players as everybody sees them."""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.selectors.organisations import organisation_list
from club.selectors.persons import person_with_club
from club.web.access import public
from tournaments.models import RatingList
from tournaments.ratings.registry import RATING_SYSTEMS
from tournaments.selectors.person_page import Tally, has_played_in_public, person_record
from tournaments.selectors.rating_lists import Curve, CurvePoint, curves_of, players_by_rating, public_lists
from tournaments.web.rating_curve import Drawing, drawn
from tournaments.web.rating_rows import ChangeRow, change_rows, rating_text

PLAYERS_A_PAGE = 100
OPPONENTS_SHOWN, OPENINGS_SHOWN = 100, 25


class CurveRow(NamedTuple):
    """A point of a curve as a line of the table beneath it."""

    point: CurvePoint
    row: ChangeRow


class ShownCurve(NamedTuple):
    """A curve as the page shows it."""

    curve: Curve
    rating: str
    drawing: Drawing
    rows: tuple[CurveRow, ...]


@require_safe
@public
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The public lists of a club."""
    club = get_object_or_404(organisation_list(), slug=slug)
    found = [(one, RATING_SYSTEMS[one.formula].name) for one in public_lists(club.pk)]
    return render(
        request, "tournaments/rating_lists.html", {"section": "events", "club": club, "lists": found}
    )


@require_safe
@public
def rating_list(request: HttpRequest, slug: str, list_id: int) -> HttpResponse:
    """A public list, the highest rating first."""
    rows = RatingList.objects.select_related("organisation")
    row = get_object_or_404(rows, pk=list_id, organisation__slug=slug, is_public=True)
    page = Paginator(players_by_rating(row), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "events",
        "club": row.organisation,
        "list": row,
        "system": RATING_SYSTEMS[row.formula],
        "page": page,
    }
    return render(request, "tournaments/rating_list.html", context)


@require_safe
@public
def player(request: HttpRequest, person_id: int) -> HttpResponse:
    """Somebody's ratings, and the games of public events."""
    person = person_with_club(person_id=person_id)
    if person is None or person.organisation is None:
        raise Http404
    curves = curves_of(person)
    if not curves and not has_played_in_public(person):
        raise Http404
    record = person_record(person)
    context: dict[str, Any] = {
        "section": "events",
        "person": person,
        "club": person.organisation,
        "curves": [_shown(one) for one in curves],
        "games": len(record.games),
        "opponents": record.opponents[:OPPONENTS_SHOWN],
        "sides": [_side(one) for one in record.sides],
        "openings": record.openings[:OPENINGS_SHOWN],
        "cases": record.cases,
    }
    return render(request, "tournaments/person.html", context)


def _side(one: Tally) -> Tally:
    return one._replace(heading=_("White") if one.heading == "white" else _("Black"))


def _shown(curve: Curve) -> ShownCurve:
    ratings = [one.change.after or 0.0 for one in curve.points]
    told = [_told(one) for one in curve.points]
    rows = change_rows(one.change for one in curve.points)
    lines = [CurveRow(*pair) for pair in zip(curve.points, rows, strict=True)]
    return ShownCurve(curve, rating_text(curve.player.rating), drawn(ratings, told), tuple(reversed(lines)))


def _told(point: CurvePoint) -> str:
    day = date_format(point.change.period.counted_on, "SHORT_DATE_FORMAT")
    name = f", {point.event.name}" if point.event is not None else ""
    return f"{day}{name}: {rating_text(point.change.after)}"
