"""What a report says beside players and rounds is held by the section and written again."""

import json

import pytest

from club.actor import SYSTEM
from club.models import Organisation
from tournaments.exchange import read_trf
from tournaments.file_errors import SectionFileUnreadable
from tournaments.lent_points import LentPoints, lent_points_of, virtual_points
from tournaments.models import Event
from tournaments.selectors.section_exports import exported_section
from tournaments.services.section_files import import_section
from tournaments.translate import snapshot_of

pytestmark = pytest.mark.django_db
HEAD = "012 Accelerated\n042 2026/03/15\n142 4\n102 Ann Arbiter\n112 Dan Deputy\n112 Eve Deputy\n"
PLAYERS = "".join(
    f"001 {number:4}      {f'Player {number}':<33} {2000 - number} NED {11000 + number:11} 1990/05/06  0.0"
    f" {number:4}\n"
    for number in range(1, 9)
)
DATES = f"132{' ' * 88}26/03/15  26/03/16  26/03/17  26/03/18\n"


def come_in(text, name="a.trf"):
    home = Organisation.objects.get_or_create(slug="north", defaults={"name": "North"})[0]
    return import_section(organisation_id=home.pk, data=text.encode(), name=name, actor=SYSTEM)


def written(section, edition="trf26"):
    made = exported_section(section, edition)
    return read_trf(made.data).report, {note.code for note in made.notes}


def test_officials_days_numbers_and_years_are_held():
    made = come_in(f"{HEAD}{DATES}{PLAYERS}")
    assert "record_left_out" not in {note.code for note in made.notes}
    entry = made.section.entries.get(number=3)
    assert (entry.federation_id, entry.birth_year) == ("11003", 1990)
    report, _notes = written(made.section)
    assert (report.arbiter, report.deputies) == ("Ann Arbiter", ("Dan Deputy", "Eve Deputy"))
    assert report.round_dates[0].dates == ("26/03/15", "26/03/16", "26/03/17", "26/03/18")
    assert report.players[2].fide_number == "11003"
    assert report.players[2].birth == "1990/00/00"


def test_points_that_a_type_code_lends_are_reckoned():
    section = come_in(f"{HEAD}192 FIDE_DUTCH_2026_BAKU\n{PLAYERS}").section
    assert section.options == {"acceleration": "baku"}
    lent = [player.virtual for player in snapshot_of(section, 1).players]
    assert lent == [(2, 1)] * 4 + [(0, 0)] * 4
    report, _notes = written(section)
    assert report.type_code.endswith("_BAKU")


@pytest.mark.parametrize(
    ("record", "system", "told"),
    [
        ("092 FIDE_BURSTEIN", "fide_dutch_2026", "system_not_here"),
        ("192 FIDE_DUBOV", "fide_dutch_2026", "system_not_here"),
        ("092 Individual: Swiss-System", "fide_dutch_2026", "system_assumed"),
        ("092 Individual: Round-Robin", "round_robin", ""),
        ("092 BERGER_DOUBLEROUNDROBIN", "double_round_robin", ""),
    ],
)
def test_the_system_is_taken_from_a_record_or_the_assumption_is_told(record, system, told):
    made = come_in(f"{HEAD}{record}\n{PLAYERS}")
    codes = {note.code for note in made.notes if note.code.startswith("system")}
    assert (made.section.system, codes) == (system, {told} - {""})


def test_points_that_a_record_lends_are_written_again():
    section = come_in(f"{HEAD}250       1.0 001 002 0001 0003\n{PLAYERS}").section
    assert [(one.points, one.last_number) for one in lent_points_of(section)] == [(2, 3)]
    report, _notes = written(section)
    assert [(one.points, one.first_round) for one in report.accelerations] == [(20, 1)]
    _report, notes = written(section, "trf16")
    assert "lent_points_left_out" in notes


def test_the_last_record_that_covers_a_number_counts():
    wide = LentPoints(points=2, first_round=1, last_round=3, first_number=1, last_number=9)
    narrow = LentPoints(points=1, first_round=2, last_round=2, first_number=4, last_number=4)
    assert virtual_points([wide, narrow], 4, until=4) == (2, 1, 2, 0)
    assert virtual_points([], 4, until=4) == ()


@pytest.mark.parametrize(
    ("option", "value"),
    [("lent_points", [{"points": 1}]), ("lent_points", 5), ("round_days", ["x" * 9]), ("round_days", 1)],
)
def test_options_that_make_no_sense_are_refused(option, value):
    document = json.loads(exported_section(come_in(f"{HEAD}{PLAYERS}").section, "json").data)
    document["section"]["options"][option] = value
    with pytest.raises(SectionFileUnreadable) as refused:
        come_in(json.dumps(document), "a.json")
    assert refused.value.facts["place"] == f"section.options.{option}"


@pytest.mark.parametrize(
    ("code", "system", "options"),
    [
        ("FIDE_ROUNDROBIN", "round_robin", {}),
        ("FIDE_DOUBLEROUNDROBIN", "double_round_robin", {}),
        ("BERGER_DOUBLEROUNDROBIN", "double_round_robin", {"swap_last_rounds": False}),
        ("FIDE_ROUNDROBIN_G3", "round_robin", {"cycles": 3}),
        ("BERGER_ROUNDROBIN_G3", "round_robin", {"cycles": 3, "swap_last_rounds": False}),
    ],
)
def test_codes_of_round_robins_come_in_and_go_out_again(code, system, options):
    section = come_in(f"{HEAD}192 {code}\n{PLAYERS}").section
    assert (section.system, section.options) == (system, options)
    assert f"192 {code}\n" in exported_section(section, "trf26").data.decode()


def test_the_dutch_system_is_named_as_every_program_reads_it():
    """bbpPairings 6.0.0 rejects FIDE_DUTCH_2026; before the text only that code says which it is."""
    section = come_in(f"{HEAD}192 FIDE_DUTCH_2026\n{PLAYERS}").section
    Event.objects.filter(pk=section.event_id).update(starts_on="2026-11-22")
    section.event.refresh_from_db()
    assert "192 FIDE_DUTCH\n" in exported_section(section, "trf26").data.decode()
    Event.objects.filter(pk=section.event_id).update(starts_on="2025-11-22")
    section.event.refresh_from_db()
    assert "192 FIDE_DUTCH_2026\n" in exported_section(section, "trf26").data.decode()
