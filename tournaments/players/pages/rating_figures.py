"""Ratings of a player for display: the current ones, and a chart of their changes by date."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.core.charts import (
    Chart,
    Legend,
    Point,
    Series,
    Sheet,
    Tick,
    date_ticks,
    line_chart,
    tone_of,
    value_ticks,
)
from club.models import Person
from tournaments.models import RatingList
from tournaments.ratings.pages.rating_rows import change_rows, rating_text
from tournaments.ratings.selectors.live_ratings import lists_with_nights, live_ratings
from tournaments.ratings.selectors.rating_lists import Curve, CurvePoint, curves_of

MAX_ROWS: Final = 100
"""Rows of the table; older changes are in the chart and in the API."""
MAX_TICKS: Final = 5
MARGIN: Final = 10
"""Rating points above and below the line, so that a small change looks small."""
YEAR_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
A_FEW_MONTHS: Final = timedelta(days=100)
SHEET: Final = Sheet(height=300, right=64)


class ListDisplay(NamedTuple):
    """A list with the player's rating; `live` if club nights that are not counted yet change it."""

    rating_list: RatingList
    rating: str
    live: str


def ratings_of(person: Person) -> tuple[list[ListDisplay], Chart | None]:
    """Return the public lists of a person, and the chart of all of them; None before the first report."""
    curves = curves_of(person)
    now = _live_texts([one.rating_list for one in curves], person.pk)
    shown = [
        ListDisplay(one.rating_list, rating_text(one.player.rating), now.get(one.rating_list.pk, ""))
        for one in curves
    ]
    drawn = [one for one in curves if one.points]
    return shown, _chart(person, drawn) if drawn else None


def _live_texts(lists: list[RatingList], person_id: int) -> dict[int, str]:
    """Return a person's live rating by list, if nights that are not counted change it."""
    found: dict[int, str] = {}
    for row in lists_with_nights(lists):
        live = live_ratings(row, [person_id]).get(person_id)
        if live is not None and live.is_provisional:
            found[row.pk] = rating_text(live.now)
    return found


def _chart(person: Person, curves: Sequence[Curve]) -> Chart:
    days = sorted({one.change.period.counted_on for curve in curves for one in curve.points})
    ratings = [one.change.after or 0.0 for curve in curves for one in curve.points]
    series = [_series(curve, tone_of(place)) for place, curve in enumerate(curves)]
    return Chart(
        key="ratings",
        title=_("Ratings of %(name)s") % {"name": person.name},
        description=_(
            "One line for each rating list, one dot for each report. The table has the same figures."
        ),
        drawing=line_chart(
            series,
            across=_dates(days),
            up=value_ticks(min(ratings) - MARGIN, max(ratings) + MARGIN),
            sheet=SHEET,
        ),
        head=(
            *(_("Date"), _("Event"), _("Rating list"), _("Games"), _("Points")),
            *(pgettext("points", "Expected"), pgettext("of a rating", "Change"), _("Rating")),
        ),
        rows=_rows(curves),
        legend=tuple(Legend(one.tone, one.name) for one in series) if len(series) > 1 else (),
    )


def _series(curve: Curve, tone: str) -> Series:
    points = tuple(
        Point(one.change.period.counted_on.toordinal(), one.change.after or 0.0, _label(one))
        for one in curve.points
    )
    return Series(curve.rating_list.name, points, tone, rating_text(curve.points[-1].change.after))


def _label(point: CurvePoint) -> str:
    day = date_format(point.change.period.counted_on, "SHORT_DATE_FORMAT")
    name = f", {point.event.name}" if point.event is not None else ""
    return f"{day}{name}: {rating_text(point.change.after)}"


def _dates(days: Sequence[date]) -> list[Tick]:
    """Return the marks of the axis: a few days themselves, else beginnings of months or years."""
    if days[-1] - days[0] < A_FEW_MONTHS:
        step = -(-len(days) // MAX_TICKS)
        ticks = [Tick(day.toordinal(), date_format(day, "j M Y")) for day in days[::step]]
        if len(days) > 1:
            return ticks
        return [Tick(ticks[0].at - 30, ""), *ticks, Tick(ticks[0].at + 30, "")]  # one dot is in the middle
    if days[-1].year - days[0].year > MAX_TICKS:
        return _years(days[0].year + 1, days[-1].year)
    months = date_ticks(days[0], days[-1], most=MAX_TICKS)
    form = "Y" if all(day.month == 1 for day in months) else "M Y"
    return [Tick(day.toordinal(), date_format(day, form)) for day in months]


def _years(first: int, last: int) -> list[Tick]:
    """Return the beginnings of round years."""
    step = next((one for one in YEAR_STEPS if (last - first) // one < MAX_TICKS), YEAR_STEPS[-1])
    years = range(first + -first % step, last + 1, step)
    return [Tick(date(year, 1, 1).toordinal(), str(year)) for year in years]


def _rows(curves: Sequence[Curve]) -> tuple[tuple[str, ...], ...]:
    points = [(one, curve) for curve in curves for one in curve.points]
    points.sort(key=lambda pair: (pair[0].change.period.counted_on, pair[0].change.pk), reverse=True)
    shown = points[:MAX_ROWS]
    rows = change_rows(one.change for one, _curve in shown)
    return tuple(
        (
            date_format(one.change.period.counted_on, "SHORT_DATE_FORMAT"),
            one.event.name if one.event is not None else row.how,
            curve.rating_list.name,
            *(str(row.games), row.points, row.expected, row.change, row.after),
        )
        for (one, curve), row in zip(shown, rows, strict=True)
    )
