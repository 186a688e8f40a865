"""Certificates: for whom, which place, five designs, and names of any length."""

from datetime import date

import pytest
from club_evening import director, section_of
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from history import build_round
from pdf_pages import margins_of, read_pages
from worlds import world

from club.core.moments import zone_at
from tournaments.models import CertificateDesign, Entry, Event, Outcome, Prize, PrizeKind
from tournaments.printing.pages.certificates import certificates_of, place_text
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db
LONG = "Maximiliana-Alexandra van der Hoogenband-Wijngaarden tot Oosterhout"


@world
def closed():
    """Six players; the first round ended in draws, so that all share the first place."""
    section = section_of(6)
    build_round(section, Outcome.DRAW)
    return section


@world
def td():
    return director()


@pytest.fixture
def pages(client, td):
    """The pages of certificates as texts."""
    client.force_login(td)

    def ask(section, **asked):
        address = reverse("tournaments:desk_paper_pdf", args=[section.pk, "certificates"])
        answer = client.get(address, asked)
        assert answer.status_code == 200
        return [page.extract_text() for page in read_pages(answer.content)]

    ask.client = client
    return ask


def test_tied_players_share_their_place(closed, pages):
    assert all(one.is_shared for one in certificates_of(standing_rows(closed).rows, places=0, category=""))
    found = pages(closed, whom="winners")
    assert len(found) == 6  # three places, and everybody has the first
    assert all("Shared 1st place" in text for text in found)


def test_a_place_that_is_not_shared_is_named_alone(closed, pages):
    build_round(closed, Outcome.WHITE)
    rows = standing_rows(closed).rows
    alone = [row for row in rows if not row.is_shared]
    for row in alone:
        (text,) = pages(closed, whom=str(row.entry.pk))
        assert place_text(row.rank) in text
        assert "Shared" not in text
        assert row.entry.name in text


def test_each_prize_winner_has_a_certificate_with_the_prize(closed, pages):
    build_round(closed, Outcome.WHITE)
    first = standing_rows(closed).rows[0].entry
    last = standing_rows(closed).rows[-1].entry
    Entry.objects.filter(pk=last.pk).update(category="Juniors")
    Prize.objects.create(section=closed, kind=PrizeKind.MAIN, place=1, thing="Silver cup")
    Prize.objects.create(section=closed, kind=PrizeKind.CLASS, category="Juniors", place=1, thing="Book")
    found = pages(closed)
    assert len(found) == 2
    assert (first.name in found[0], "Silver cup" in found[0]) == (True, True)
    assert (last.name in found[1], "Book" in found[1], "1st place · Juniors" in found[1]) == (True,) * 3
    assert "Shared" not in found[1]


def test_everybody_one_player_or_a_class(closed, pages):
    assert len(pages(closed, whom="all")) == 6
    entry = closed.entries.order_by("pk")[3]
    Entry.objects.filter(pk=entry.pk).update(category="Seniors")
    (text,) = pages(closed, whom="all", category="Seniors")
    assert entry.name in text
    (text,) = pages(closed, whom=str(entry.pk), line="Champion of the city", heading="Diploma")
    assert "Champion of the city" in text
    assert "Diploma" in text


def test_only_named_signatures_are_printed_and_else_two_blank_lines(closed, pages):
    (text, *_rest) = pages(closed, president="Pia President")
    assert "Pia President" in text
    assert "Arbiter" not in text
    (text, *_rest) = pages(closed)
    assert ("Tournament director" in text, "Arbiter" in text) == (True, True)
    (text, *_rest) = pages(closed, director="Dora Director", language="nl")
    assert ("Tournament director" in text, "Toernooileider" in text) == (False, True)


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
@pytest.mark.parametrize("design", CertificateDesign.values)
def test_a_design_leaves_the_edge_white_and_cuts_no_name(closed, pages, design, orientation, size):
    entry = closed.entries.first()
    Entry.objects.filter(pk=entry.pk).update(name=LONG)
    asked = {"design": design, "orientation": orientation, "size": size, "whom": str(entry.pk)}
    (text,) = pages(closed, **asked, director="Dora", arbiter="Arno", president="Pia")
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    assert " ".join(text.split()).count(LONG) == 1
    address = reverse("tournaments:desk_paper_pdf", args=[closed.pk, "certificates"])
    (edges,) = margins_of(pages.client.get(address, asked).content)
    assert min(edges) >= 8


def test_before_any_round_the_preview_shows_an_example_and_the_file_an_empty_page(client, td):
    section = section_of(0)
    client.force_login(td)
    preview = reverse("tournaments:desk_paper_preview", args=[section.pk, "certificates"])
    assert client.get(preview).status_code == 200
    address = reverse("tournaments:desk_paper_pdf", args=[section.pk, "certificates"])
    (page,) = read_pages(client.get(address).content)
    assert page.extract_text() == ""


def test_a_certificate_has_the_last_day_and_the_venue_unless_they_are_cleared(closed, pages):
    event = closed.event
    (first, *_others) = pages(closed)
    today = timezone.localdate(timezone=zone_at(event))
    assert date_format(today, "DATE_FORMAT") in first  # an event without days ends today
    Event.objects.filter(pk=event.pk).update(
        starts_on=date(2026, 5, 30), ends_on=date(2026, 5, 31), venue="Town hall"
    )
    (first, *_others) = pages(closed)
    assert "Town hall · 31 May 2026" in first
    page = pages.client.get(reverse("tournaments:desk_certificates", args=[closed.pk])).content.decode()
    assert 'value="2026-05-31"' in page
    assert 'value="Town hall"' in page
    (first, *_others) = pages(closed, place="", day="")
    assert "2026" not in first
    assert "Town hall" not in first
    (first, *_others) = pages(closed, place="Club house", day="2026-06-02")
    assert "Club house · 2 June 2026" in first
    address = reverse("tournaments:desk_paper_pdf", args=[closed.pk, "certificates"])
    assert pages.client.get(address, {"day": "tomorrow"}).status_code == 422
