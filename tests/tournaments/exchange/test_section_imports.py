"""Sections from files of other programs, of a round that nobody played, and files that are no section."""

import json

import pytest
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event
from tournaments.exchange.errors import SectionFileUnreadable, UnknownSectionFormat
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import TrfError
from tournaments.models import Event, GameResult, Pairing, Section
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

pytestmark = pytest.mark.django_db


@world
def club():
    return Organisation.objects.create(slug="north", name="North")


@world
def south():
    return Organisation.objects.create(slug="south", name="South")


def import_file(club, data):
    return import_section(organisation_id=club.pk, data=data, name="a.json", actor=SYSTEM)


def test_standings_of_a_round_that_nobody_played_come_back(club, south):
    event = create_event(organisation_id=club.pk, name="Empty", preset="blitz", actor=SYSTEM)
    section = event.sections.get()
    Section.objects.filter(pk=section.pk).update(system="manual")
    add_entries(section_id=section.pk, lines=[EntryLine("A"), EntryLine("B")], actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason="nobody came")
    close_round(round_id=row.pk, actor=SYSTEM)
    written = exported_section(section, "json").data
    assert json.loads(written)["standings"][0]["rows"] == []
    there = import_file(south, written).section
    assert exported_section(there, "json").data == written


SWISS_MANAGER = (
    "012 Club Championship",
    "022 Utrecht",
    "032 NED",
    "042 01/03/2026",
    "052 22.03.2026",
    "062 4",
    "072 3",
    "092 Individual: Swiss-System",
    "102 Arbiter, Ann 12345",
    "122 90 min + 30 s",
    "XXR 3",
)


def swiss_manager_line(number, *facts):
    """Record 001 in the columns of FIDE's handbook."""
    sex, title, name, rating, federation, fide, birth, points, *cells = facts
    line = f"001 {number:4} {sex:1}{title:>3} {name:<33} {rating:>4} {federation:3} {fide:>11} {birth:10}"
    return f"{line} {points:>4} {number:4}  " + "  ".join(cells)


def test_a_report_of_swiss_manager_is_imported_whole(club):
    """Its habits: days in two orders, Windows' line ends and letters, no rating, number or year."""
    lines = (
        (1, "m", "FM", "Müller, Piet", 2101, "NED", 1000101, "1980/00/00", "2.0", "   3 w 1", "   2 b 1"),
        (2, "", "", "Smit, Anna", 1950, "NED", 0, "2001/05/01", "1.0", "   4 b 1", "   1 w 0"),
        (3, "w", "", "Bos, Jo", 1800, "BEL", "", "", "0.5", "   1 b 0", "0000 - H"),
        (4, "m", "", "Nieuw, Jan", "", "", "", "", "1.0", "   2 w 0", "0000 - U"),
    )
    text = "\r\n".join([*SWISS_MANAGER, *(swiss_manager_line(*line) for line in lines), ""])
    section = import_file(club, text.encode("cp1252")).section
    assert (section.event.name, section.event.venue) == ("Club Championship", "Utrecht")
    assert (str(section.event.starts_on), str(section.event.ends_on)) == ("2026-03-01", "2026-03-22")
    assert section.rounds == 3
    piet, anna, jo, _jan = section.entries.order_by("number")
    facts = (piet.name, piet.title, piet.rating, piet.federation, piet.federation_id, piet.birth_year)
    assert facts == ("Müller, Piet", "FM", 2101, "NED", "1000101", 1980)
    assert (anna.birth_year, jo.federation) == (2001, "BEL")
    boards = Pairing.objects.filter(round__section=section).order_by("round__number", "board_number")
    told = [(one.round.number, one.white.number, one.black and one.black.number, one.bye) for one in boards]
    assert (1, 1, 3, "") in told
    assert (2, 2, 1, "") in told
    assert {bye for _round, _white, _black, bye in told if bye} == {"allocated", "requested_half"}
    outcomes = GameResult.objects.filter(pairing__round__section=section).values_list("outcome", flat=True)
    assert sorted(outcomes) == ["black", "black", "white"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param(b'{"format": "other/1"}', UnknownSectionFormat, id="another format"),
        pytest.param(b"{", SectionFileUnreadable, id="half a document"),
        pytest.param(b'{"a": NaN}', SectionFileUnreadable, id="no number"),
        pytest.param(b'{"a":' + b"[" * 100_000, SectionFileUnreadable, id="a well"),
        pytest.param(b'{"a": 1e999}', SectionFileUnreadable, id="endless"),
        pytest.param(b"", TrfError, id="nothing"),
        pytest.param(b"\x89PNG", TrfError, id="a picture"),
    ],
)
def test_what_is_no_section_is_refused(club, data, error):
    with pytest.raises(error):
        import_file(club, data)
    assert not Event.objects.exists()
