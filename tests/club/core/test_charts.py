"""Charts are coordinates as texts; the template writes them with their figures and without styles."""

from datetime import date

from django.template.loader import render_to_string
from django.utils import translation

from club.core.charts import (
    Bar,
    Bubble,
    Chart,
    Part,
    Point,
    Series,
    Sheet,
    Tick,
    bar_chart,
    bubble_chart,
    date_ticks,
    line_chart,
    row_chart,
    spread,
    tone_of,
    value_ticks,
)

SHEET = Sheet(width=200, height=100, left=0, right=0, top=0, bottom=0)


def test_ticks_of_values_are_round_and_enclose_the_range() -> None:
    assert [one.text for one in value_ticks(1480, 1613)] == ["1450", "1500", "1550", "1600", "1650"]
    assert [one.at for one in value_ticks(3, 3)] == [3, 4]


def test_ticks_of_dates_are_beginnings_of_months() -> None:
    assert date_ticks(date(2026, 1, 15), date(2026, 4, 2)) == (
        date(2026, 2, 1),
        date(2026, 3, 1),
        date(2026, 4, 1),
    )
    years = date_ticks(date(2020, 5, 1), date(2026, 4, 2), most=6)
    assert years == tuple(date(year, 1, 1) for year in range(2021, 2027))
    assert date_ticks(date(2026, 1, 15), date(2026, 1, 20)) == (date(2026, 1, 15),)


def test_lines_go_from_edge_to_edge_and_the_first_place_is_on_top() -> None:
    points = (Point(0, 1), Point(1, 3, "third"), Point(2, 2))
    chosen, other = Series("A", points, is_chosen=True), Series("B", (Point(0, 2), Point(2, 1)), tone_of(11))
    drawing = line_chart(
        [chosen, other],
        across=(Tick(0, "1"), Tick(2, "3")),
        up=(Tick(1, "1"),),
        sheet=SHEET,
        is_reversed=True,
    )
    assert drawing.paths[-1].points == "0,0 100,100 200,50"
    assert drawing.paths[0].tone == "2"
    assert "third" in {dot.label for dot in drawing.dots}


def test_bars_stack_their_parts_and_hang_below_zero() -> None:
    bars = [Bar("1", (Part(2, "white"), Part(0), Part(2, "black")), "4"), Bar("2", (Part(-1),))]
    drawing = bar_chart(bars, up=(Tick(-1, ""), Tick(4, "4")), sheet=SHEET)
    assert [(box.y, box.height) for box in drawing.boxes] == [("40", "40"), ("0", "40"), ("80", "20")]


def test_bars_below_each_other_share_the_width_of_the_longest() -> None:
    drawing = row_chart([Bar("A", (Part(3), Part(1))), Bar("B", (Part(0), Part(2)))], width=200)
    assert [(box.x, box.width) for box in drawing.boxes] == [("0", "150"), ("150", "50"), ("0", "100")]


def test_bubbles_grow_with_the_root_of_their_count() -> None:
    bubbles = (Bubble(0, 0, 4), Bubble(1, 1, 1))
    drawing = bubble_chart(bubbles, columns=("1", "2"), rows=("2", "0"), sheet=SHEET)
    large, small = (float(dot.radius) for dot in drawing.dots)
    assert large == 2 * small


def test_texts_at_the_ends_of_lines_do_not_overlap() -> None:
    assert spread([10, 12, 80], low=0, high=100) == [10, 28, 80]
    assert spread([95, 95], low=0, high=100) == [78, 96]


def test_the_page_has_the_figures_in_a_table_and_escaped_texts() -> None:
    drawing = line_chart([Series("<A>", (Point(0, 1.5),))], across=(), up=())
    chart = Chart("race", "Race", "Places", drawing, ("Name", "1"), (("<A>", "1"),))
    with translation.override("fr"):
        page = render_to_string("club/core/_chart.html", {"chart": chart})
    assert "<A>" not in page
    assert "style=" not in page
    assert '<th scope="row">&lt;A&gt;</th><td>1</td>' in page
    assert 'aria-labelledby="race-title race-desc"' in page
