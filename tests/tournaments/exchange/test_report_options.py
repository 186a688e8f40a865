"""What a report says beside players and rounds is held by the section and written again."""

import json

import pytest

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.core.lent_points import LentPoints, lent_points_of, virtual_points
from tournaments.core.translate import snapshot_of
from tournaments.exchange.errors import SectionFileUnreadable
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf
from tournaments.exchange.trf import snapshot_of as report_snapshot
from tournaments.exchange.trf.scoring import lent_points
from tournaments.models import Event
from tournaments.pairing.acceleration import with_baku

pytestmark = pytest.mark.django_db
HEAD = "012 Accelerated\n042 2026/03/15\n142 4\n102 Ann Arbiter\n112 Dan Deputy\n112 Eve Deputy\n"
PLAYERS = "".join(
    f"001 {number:4}      {f'Player {number}':<33} {2000 - number} NED {11000 + number:11} 1990/05/06  0.0"
    f" {number:4}\n"
    for number in range(1, 9)
)
DATES = f"132{' ' * 88}26/03/15  26/03/16  26/03/17  26/03/18\n"


def import_text(text, name="a.trf"):
    home = Organisation.objects.get_or_create(slug="north", defaults={"name": "North"})[0]
    return import_section(organisation_id=home.pk, data=text.encode(), name=name, actor=SYSTEM)


def written(section, edition="trf26"):
    made = exported_section(section, edition)
    return read_trf(made.data).report, {note.code for note in made.notes}


def test_officials_days_numbers_and_years_are_held():
    made = import_text(f"{HEAD}{DATES}{PLAYERS}")
    assert "record_left_out" not in {note.code for note in made.notes}
    entry = made.section.entries.get(number=3)
    assert (entry.federation_id, entry.birth_year) == ("11003", 1990)
    report, _notes = written(made.section)
    assert (report.arbiter, report.deputies) == ("Ann Arbiter", ("Dan Deputy", "Eve Deputy"))
    assert report.round_dates[0].dates == ("26/03/15", "26/03/16", "26/03/17", "26/03/18")
    assert report.players[2].fide_number == "11003"
    assert report.players[2].birth == "1990/00/00"


def test_points_that_a_type_code_lends_are_reckoned():
    section = import_text(f"{HEAD}192 FIDE_DUTCH_2026_BAKU\n{PLAYERS}").section
    assert section.options == {"acceleration": "baku"}
    lent = [player.virtual for player in snapshot_of(section, 1).players]
    assert lent == [(2, 1)] * 4 + [(0, 0)] * 4
    report, _notes = written(section)
    assert report.type_code.endswith("_BAKU")
    assert [(one.points, one.first_round, one.last_player) for one in report.accelerations] == [
        (20, 1, 4),
        (10, 2, 4),
    ]
    again = import_text(exported_section(section, "trf26").data.decode(), name="b.trf").section
    assert again.options == {"acceleration": "baku"}


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
    made = import_text(f"{HEAD}{record}\n{PLAYERS}")
    codes = {note.code for note in made.notes if note.code.startswith("system")}
    assert (made.section.system, codes) == (system, {told} - {""})


def test_points_that_a_record_lends_are_written_again():
    section = import_text(f"{HEAD}250       1.0 001 002 0001 0003\n{PLAYERS}").section
    assert [(one.points, one.last_number) for one in lent_points_of(section)] == [(2, 3)]
    report, _notes = written(section)
    assert [(one.points, one.first_round) for one in report.accelerations] == [(20, 1)]
    older, notes = written(section, "trf16")
    assert notes == set()
    for number in range(1, 9):
        for at in (1, 2, 3):
            assert lent_points(older, number, at) == lent_points(report, number, at)


def test_a_trf16_has_the_points_that_a_type_code_lends():
    section = import_text(f"{HEAD}192 FIDE_DUTCH_2026_BAKU\n{PLAYERS}").section
    older, notes = written(section, "trf16")
    lent = [player.virtual_in(1) for player in with_baku(report_snapshot(written(section)[0], 1)).players]
    assert [lent_points(older, number, 1) for number in range(1, 9)] == lent
    assert notes == set()


def test_a_trf16_says_that_it_cannot_name_the_system():
    section = import_text(f"{HEAD}192 FIDE_ROUNDROBIN\n{PLAYERS}").section
    assert written(section, "trf16")[1] == {"system_left_out"}
    assert "system_left_out" not in written(section)[1]


def test_full_point_byes_of_a_trf16_are_read_again():
    """An F without a U is read as the allocated bye, unless XXS says what a full-point bye is worth."""
    cells = ("0000 - F     4 w 1", "   3 w 1  0000 - F", "   2 b 0            ", "             1 b 0")
    lines = PLAYERS.splitlines()[:4]
    text = (
        HEAD
        + "192 FIDE_DUTCH\n"
        + "".join(f"{line}  {each}\n" for line, each in zip(lines, cells, strict=True))
    )
    section = import_text(text).section
    for edition in ("trf26", "trf16"):
        report, _notes = written(section, edition)
        assert (report.players[0].cell(1).result, report.players[1].cell(2).result) == ("F", "F")


@pytest.mark.parametrize("points", [(1, 0.5, 0), (2, 1, 0), (3, 1, 0), (3, 2, 1)])
def test_points_are_stated_where_they_are_not_the_usual_ones(points):
    """bbpPairings 6 refuses A and X in record 162 and reads BBW, BBD and their kin in place of XXS."""
    win, draw, loss = points
    section = import_text(
        f"{HEAD}162  W {win:.1f}    D {draw:.1f}    L {loss:.1f}\n192 FIDE_DUTCH\n{PLAYERS}"
    ).section
    unit = section.win_points / win
    for edition in ("trf26", "trf16"):
        data = exported_section(section, edition).data
        report = read_trf(data).report
        told = [report.score_table.points(symbol) for symbol in "WDL"]
        assert told == [10 * unit * each for each in points]
        records = {line[:3]: line for line in data.decode().splitlines()}
        assert not {"A", "X"} & set(records.get("162", "")[3:])
        by_bbp = {code: float(records[code][3:]) for code in ("BBW", "BBD", "BBL") if code in records}
        assert by_bbp == (
            {}
            if edition == "trf26"
            else {
                code: unit * each
                for code, each, usual in zip(("BBW", "BBD", "BBL"), points, (1, 0.5, 0), strict=True)
                if unit * each != usual
            }
        )


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
    document = json.loads(exported_section(import_text(f"{HEAD}{PLAYERS}").section, "json").data)
    document["section"]["options"][option] = value
    with pytest.raises(SectionFileUnreadable) as refused:
        import_text(json.dumps(document), "a.json")
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
    section = import_text(f"{HEAD}192 {code}\n{PLAYERS}").section
    assert (section.system, section.options) == (system, options)
    assert f"192 {code}\n" in exported_section(section, "trf26").data.decode()


def test_the_dutch_system_is_named_as_every_program_reads_it():
    """bbpPairings 6.0.0 rejects FIDE_DUTCH_2026; before the text only that code says which it is."""
    section = import_text(f"{HEAD}192 FIDE_DUTCH_2026\n{PLAYERS}").section
    Event.objects.filter(pk=section.event_id).update(starts_on="2026-11-22")
    section.event.refresh_from_db()
    assert "192 FIDE_DUTCH\n" in exported_section(section, "trf26").data.decode()
    Event.objects.filter(pk=section.event_id).update(starts_on="2025-11-22")
    section.event.refresh_from_db()
    assert "192 FIDE_DUTCH_2026\n" in exported_section(section, "trf26").data.decode()
