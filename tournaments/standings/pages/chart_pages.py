"""Charts of a section: race of the places, score groups, results by colour and by opening."""

from collections.abc import Iterable, Sequence
from math import log2
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from club.core.charts import (
    Bar,
    Bubble,
    Chart,
    Legend,
    Part,
    Point,
    Series,
    Sheet,
    Tick,
    bar_chart,
    bubble_chart,
    line_chart,
    row_chart,
    tone_of,
    value_ticks,
)
from club.core.requests import parse_number
from tournaments.events.pages.public_sections import section_context, section_page_with
from tournaments.standings.selectors.grids import public_grid
from tournaments.standings.selectors.section_figures import (
    OpeningTally,
    PlaceLine,
    RoundTally,
    ScoreGroup,
    Tally,
    place_lines,
    results_by_colour,
    results_by_opening,
    score_groups,
)

RACERS: Final = 10
LINEAR_UP_TO: Final = 24
"""Beyond this place the scale of the race is logarithmic: the places on top stay apart."""
MARKED_PLACES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500)
RACE_SHEET: Final = Sheet(width=760, height=380, left=44, right=200)
MOST_ROUND_TICKS: Final = 14
NAME_LENGTH: Final = 22
NARROW_ROUNDS: Final = 6
"""Rounds whose score groups are readable in the width of a phone."""


@section_page_with("player")
def charts(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the charts of the rounds that the standings count; `player` chooses a line of the race."""
    row, context = section_context(request, slug, section)
    grid = public_grid(row)
    places = place_lines(row, grid)
    chosen = parse_number(request.GET.get("player", "")) or 0
    drawn = [
        race_chart(places, chosen),
        groups_chart(score_groups(grid)),
        colours_chart(results_by_colour(row, grid)),
        openings_chart(results_by_opening(row, grid)),
    ]
    context |= {
        "grid": grid,
        "tab": "charts",
        "charts": [one for one in drawn if one is not None],
        "players": sorted((line.entry for line in places), key=lambda one: one.name.casefold()),
        "chosen": chosen,
    }
    return render(request, "tournaments/standings/charts.html", context)


def race_chart(lines: Sequence[PlaceLine], chosen: int) -> Chart | None:
    """Draw the places of the first ten and of a chosen player; None before two rounds are closed."""
    shown = [line for at, line in enumerate(lines) if at < RACERS or line.entry.number == chosen]
    rounds = sorted({number for line in shown for number in line.places})
    if len(rounds) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    last = max(place for line in shown for place in line.places.values())
    is_linear = last <= LINEAR_UP_TO
    drawing = line_chart(
        [_racer(at, line, chosen, is_linear=is_linear) for at, line in enumerate(shown)],
        across=_round_ticks(rounds),
        up=[
            Tick(_height(place, is_linear=is_linear), str(place)) for place in MARKED_PLACES if place <= last
        ],
        sheet=RACE_SHEET,
        is_reversed=True,
    )
    return Chart(
        "race",
        _("Places by round"),
        _("Places of the first ten after each round, the first place on top."),
        drawing,
        (_("Name"), *map(str, rounds)),
        tuple((line.entry.name, *(str(line.places.get(one, "")) for one in rounds)) for line in shown),
        is_wide=True,
    )


def _racer(at: int, line: PlaceLine, chosen: int, *, is_linear: bool) -> Series:
    name = line.entry.name
    points = tuple(
        Point(number, _height(place, is_linear=is_linear), f"{name}: {place}")
        for number, place in sorted(line.places.items())
    )
    short = name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}\N{HORIZONTAL ELLIPSIS}"
    end = f"{line.places[max(line.places)]} {short}"
    return Series(name, points, tone_of(at), end, is_chosen=line.entry.number == chosen)


def _height(place: int, *, is_linear: bool) -> float:
    return place if is_linear else log2(place)


def _round_ticks(rounds: Sequence[int]) -> list[Tick]:
    step = -(-len(rounds) // MOST_ROUND_TICKS)
    return [Tick(number, str(number)) for number in rounds[::step]]


def groups_chart(groups: Sequence[ScoreGroup]) -> Chart | None:
    """Draw the number of players with each score after each round; None without results."""
    if not groups:
        return None
    rounds = sorted({one.round for one in groups})
    scores = sorted({(one.lowest, one.highest) for one in groups}, reverse=True)
    labels = [str(low) if low == high else f"{low}\N{EN DASH}{high}" for low, high in scores]
    counted = {(one.round, one.lowest): one.players for one in groups}
    bubbles = [
        Bubble(rounds.index(one.round), scores.index((one.lowest, one.highest)), one.players)
        for one in groups
    ]
    sheet = Sheet(width=max(640, 48 * len(rounds)), height=60 + 34 * len(scores))
    return Chart(
        "groups",
        _("Score groups"),
        _("Number of players with each score after each round."),
        bubble_chart(bubbles, columns=[str(one) for one in rounds], rows=labels, sheet=sheet),
        (_("Points"), *map(str, rounds)),
        tuple(
            (label, *(str(counted.get((number, low), "")) for number in rounds))
            for label, (low, _high) in zip(labels, scores, strict=True)
        ),
        is_wide=len(rounds) > NARROW_ROUNDS,
    )


def colours_chart(rounds: Sequence[RoundTally]) -> Chart | None:
    """Draw the results of each round by colour; None without games."""
    if not rounds:
        return None
    bars = [Bar(str(one.round), _parts(one.tally), str(one.tally.games)) for one in rounds]
    total = Tally(*(sum(one.tally[at] for one in rounds) for at in range(3)))
    rows = [(str(one.round), one.tally) for one in rounds]
    return Chart(
        "colours",
        _("Results by colour"),
        _(
            "Games of each round: won by White, drawn, won by Black. "
            "In all rounds: White %(white)s, draws %(draws)s, Black %(black)s."
        )
        % total._asdict(),
        bar_chart(bars, up=value_ticks(0, max(one.tally.games for one in rounds))),
        (_("Round"), *_heads()),
        tuple((name, *_cells(tally)) for name, tally in [*rows, (_("Total"), total)]),
        _legend(),
        is_wide=len(rounds) > MOST_ROUND_TICKS,
    )


def openings_chart(openings: Sequence[OpeningTally]) -> Chart | None:
    """Draw the results of the most frequent openings; None if none is known."""
    if not openings:
        return None
    bars = [Bar(one.opening, _parts(one.tally), str(one.tally.games)) for one in openings]
    return Chart(
        "openings",
        _("Results by opening"),
        _("Games with each opening: won by White, drawn, won by Black."),
        row_chart(bars),
        (_("Opening"), *_heads()),
        tuple((one.opening, *_cells(one.tally)) for one in openings),
        _legend(),
    )


def _parts(tally: Tally) -> tuple[Part, ...]:
    names = [one.text for one in _legend()]
    tones = ("white", "draw", "black")
    return tuple(
        Part(count, tone, f"{name}: {count}") for count, tone, name in zip(tally, tones, names, strict=True)
    )


def _legend() -> tuple[Legend, ...]:
    return (
        Legend("white", _("White wins")),
        Legend("draw", _("Draws")),
        Legend("black", _("Black wins")),
    )


def _heads() -> Iterable[str]:
    return (*(one.text for one in _legend()), _("Games"))


def _cells(tally: Tally) -> Iterable[str]:
    return (*map(str, tally), str(tally.games))
