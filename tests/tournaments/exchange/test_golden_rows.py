"""The reference tournaments through the database: ranked, paired again and written back from rows."""

from dataclasses import replace

import pytest
from effort import sample

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.core.translate import snapshot_of
from tournaments.events.systems import propose
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf
from tournaments.exchange.trf.snapshots import forbidden_pairs
from tournaments.exchange.trf.values import Cell
from tournaments.pairing.values import NoLegalPairing
from tournaments.standings.ranking.display import format_value
from tournaments.standings.ranking.ranking import codes_of, standings
from tournaments.standings.selectors.snapshots import snapshot_faults, snapshot_in_force
from tournaments.standings.selectors.standings import ranked_table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAMES = [f"d{number:03}" for number in range(1, 61)]
FILES = sample(NAMES, one_in=20)  # all of them take minutes
IMPOSSIBLE = {"d055", "d056", "d057", "d059", "d060"}
# What a section writes otherwise than the file it came from, always: the type code with its edition, the
# tie-breaks that were assumed, whole points, byes told by name, pairs kept apart one by one.
ASSUMED = {"tie_breaks_assumed", "points_multiplied"}


@pytest.fixture
def imported(request, shared_dir):
    name = request.param
    data = (shared_dir / "swiss" / f"{name}.trf").read_bytes()
    home = Organisation.objects.create(slug="north", name="North")
    made = import_section(organisation_id=home.pk, data=data, name=f"{name}.trf", actor=SYSTEM)
    assert {note.code for note in made.notes} <= ASSUMED
    made.section.tie_breaks = []
    return name, made.section, read_trf(data).report


def expected_rounds(folder, name):
    rounds = {}
    for line in (folder / f"{name}.pairs").read_text(encoding="utf-8").splitlines():
        number, *rest = line.split()
        if rest == ["none"]:
            rounds[int(number)] = None
        else:
            rounds.setdefault(int(number), set()).add((int(rest[1]), int(rest[2])))
    return rounds


def paired(section, number):
    try:
        proposal = propose(section, snapshot_of(section, number))
    except NoLegalPairing:
        return None
    pairs = {(pair.white, pair.black) for pair in proposal.pairs}
    return pairs | ({(proposal.bye, 0)} if proposal.bye else set())


@pytest.mark.parametrize("imported", FILES, indirect=True, ids=NAMES)
def test_a_recorded_event_is_the_same_from_rows(imported, shared_dir):
    name, section, report = imported
    expected = expected_rounds(shared_dir / "swiss", name)
    assert {number: paired(section, number) for number in expected} == expected
    assert_values(section, report, shared_dir / "swiss" / f"{name}.tb.tsv", name)
    assert_written_back(section, report)
    section.refresh_from_db()
    assert snapshot_in_force(section).round_number == report.paired_rounds
    assert snapshot_faults(section) == []


def assert_values(section, report, path, name):
    """Every value of the 19 columns, in the points of the file."""
    assert path.exists() is (name not in IMPOSSIBLE)
    if name in IMPOSSIBLE:
        return
    head, *lines = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    assert written_values(section, report, head[1:]) == lines


def written_values(section, report, codes):
    results = ranked_table(section, after=report.paired_rounds)[0].results
    whole = report.score_table.points("W")
    unit = 10 * results.scale.win // whole
    results = replace(results, scale=replace(results.scale, unit=unit, decimals=1), game_scale=None)
    table = standings(results, codes_of(codes))
    rows = {row.number: row for row in table.standings}
    return [
        [
            str(number),
            *(format_value(*pair, table.results) for pair in zip(row.values, table.columns, strict=True)),
        ]
        for number, row in sorted(rows.items())
    ]


def assert_written_back(section, report):
    """The report that the section writes tells the same players, rounds, absences and points."""
    again = read_trf(exported_section(section, "trf26").data)
    assert again.mended == ()
    back = again.report
    assert back.rounds == report.rounds
    assert back.initial_colour == report.initial_colour
    assert (back.name, back.begins, back.ends) == (report.name, report.begins, report.ends)
    told = [(one.number, one.name, one.rating, one.federation) for one in report.players]
    assert [(one.number, one.name, one.rating, one.federation) for one in back.players] == told
    rounds = range(1, report.paired_rounds + 1)
    for mine, theirs in zip(back.players, report.players, strict=True):
        assert [plain(mine.cell(at)) for at in rounds] == [plain(theirs.cell(at)) for at in rounds]
    factor = back.score_table.points("W") // report.score_table.points("W")
    for symbol in "WDLP":
        assert back.score_table.points(symbol) == factor * report.score_table.points(symbol)
    for mine, theirs in zip(back.players, report.players, strict=True):
        assert mine.points == factor * theirs.points
    for at in range(1, report.rounds + 1):
        assert forbidden_pairs(back, at) == forbidden_pairs(report, at)
    assert [lent(one, 1) for one in back.accelerations] == [lent(one, factor) for one in report.accelerations]
    assert {(one.round_number, one.letter, player) for one in back.byes for player in one.players} == {
        (one.round_number, one.letter, player) for one in report.byes for player in one.players
    }


def lent(one, factor):
    return (factor * one.points, one.first_round, one.last_round, one.first_player, one.last_player)


def plain(cell):
    return Cell(cell.opponent, cell.colour if cell.opponent else None, cell.result)
