"""Wall lists: the largest type that fills the sheets, and nothing outside the margins."""

import pytest
from pdf_pages import margins_of, read_pages

from club.paper.paper_formats import Letterhead, Orientation, PaperSize
from club.paper.wall_list import MARGIN, READABLE, WallColumn, WallHead, fit_rows, wall_list

A4 = [(False, 186.0, 246.0), (True, 273.0, 159.0)]
HEAD = WallHead("Round 3: pairings", "Spring Open", "Main", "4 May 2026")
COLUMNS = (WallColumn("Board", "R", "B"), WallColumn("Name", is_flexible=True), WallColumn("Points", "R"))
LONG = "Maximiliana-Alexandra van der Hoogenband-Wijngaarden"


def rows(count, name="Jan de Vries"):
    return [[(str(number), f"{name} {number}", "3")] for number in range(1, count + 1)]


def listed(count, **options):
    return wall_list(COLUMNS, rows(count), HEAD, Letterhead("North"), **{"size": PaperSize.A4, **options})


def text_of(paper):
    return [page.extract_text() for page in read_pages(bytes(paper.output()))]


def test_more_rows_on_one_page_never_get_larger_type():
    sizes = [fit_rows(count, unit=1, width=6.0, areas=A4, pages=1).size for count in range(1, 200)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 3 * sizes[-1]


def test_more_pages_never_get_smaller_type():
    sizes = [fit_rows(120, unit=1, width=6.0, areas=A4, pages=pages).size for pages in range(1, 9)]
    assert sizes == sorted(sizes)


def test_wider_rows_never_get_larger_type():
    sizes = [fit_rows(20, unit=1, width=width, areas=A4, pages=1).size for width in (3, 6, 9, 12, 20)]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("count", [1, 8, 40, 120, 300])
def test_without_a_number_of_pages_the_type_is_readable_from_two_metres_on_as_few_pages_as_possible(count):
    fit = fit_rows(count, unit=1, width=6.0, areas=A4)
    assert fit.size >= READABLE
    if fit.pages > 1:
        assert fit_rows(count, unit=1, width=6.0, areas=A4, pages=fit.pages - 1).size < READABLE


def test_the_orientation_with_the_larger_type_is_taken():
    assert not fit_rows(30, unit=1, width=4.0, areas=A4, pages=1).is_landscape
    assert fit_rows(4, unit=1, width=12.0, areas=A4, pages=1).is_landscape
    paper = listed(4, orientation=Orientation.PORTRAIT)
    assert paper.w < paper.h


@pytest.mark.parametrize("size", list(PaperSize))
@pytest.mark.parametrize("count", [0, 8, 40, 120])
def test_every_row_is_on_some_page_with_its_number(count, size):
    pages = text_of(listed(count, size=size))
    for [row] in rows(count):
        assert sum(f"{row[1]}\n" in f"{page}\n".replace(" 3\n", "\n") for page in pages) == 1
    if len(pages) > 1:
        assert f"page 1 of {len(pages)}" in pages[0]
    assert all("Spring Open" in page and "4 May 2026" in page for page in pages)


def test_the_pages_asked_for_are_evenly_filled():
    pages = text_of(listed(41, pages=3))
    counts = [page.count("Jan de Vries") for page in pages]
    assert sum(counts) == 41
    assert len(counts) == 3
    assert max(counts) - min(counts) <= 4  # a row in each of four columns


def test_rows_of_a_group_are_on_one_page():
    groups = [[(str(match), f"Team {match}", "2"), ("", f"Board of {match}", "")] for match in range(60)]
    paper = wall_list(COLUMNS, groups, HEAD, Letterhead("North"), size=PaperSize.A4)
    for page in text_of(paper):
        for match in range(60):
            assert (f"Team {match} " in f"{page} ") == (f"Board of {match}\n" in f"{page}\n")


@pytest.mark.parametrize("size", list(PaperSize))
@pytest.mark.parametrize("name", ["Li", LONG, "Александр Георгиев-Константинопольский"])
def test_nothing_is_outside_the_margins_and_nothing_is_cut(name, size):
    paper = wall_list(COLUMNS, rows(40, name), HEAD, Letterhead("A club with a long name"), size=size)
    assert "\N{HORIZONTAL ELLIPSIS}" not in "".join(text_of(paper))
    for left, top, right, bottom in margins_of(bytes(paper.output())):
        assert min(left, top, right) >= MARGIN - 1
        assert bottom >= 6  # the foot is below the margin, where printers still print
