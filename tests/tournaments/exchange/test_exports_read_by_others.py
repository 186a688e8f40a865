"""Exports of the reference tournaments, read, checked and paired again by bbpPairings and by gacrux.

Their games, which have results and no moves, are read as PDN by pydraughts and by py-draughts.

bbpPairings pairs every round of a file again to check it. It is built once from the source in
`../shared/oracles` and stays in pytest's cache.
"""

import fcntl
import shutil
import subprocess

import pytest
from against_gacrux import their_pairs
from effort import amount
from other_pdn_readers import BOARDS, games_of_pydraughts, plies_of_py_draughts

from club.core.actor import SYSTEM
from club.models import Organisation
from games.pdn import read_game, read_games
from games.rules import VARIANTS
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf, reported_pairs
from tournaments.records.selectors.section_games import section_pdn

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.oracle]
NAMES = [f"d{number:03}" for number in range(1, 61)]
EDITIONS = ("trf26", "trf16")
READ_AS_PDN = NAMES[:: amount(20, 1)]
IMPOSSIBLE = ("d055", "d056", "d057", "d059", "d060")
PAIRS_LEFT_OUT = "a TRF16 has no record for pairs kept apart in some rounds alone; the export says so"
# Event and edition -> why the round is another.
DIFFERENT = {(name, "trf16"): PAIRS_LEFT_OUT for name in ("d029", "d030", "d031", "d046", "d050", "d051")}
DIFFERENT_FOR_GACRUX = {(name, "trf16"): PAIRS_LEFT_OUT for name in ("d031", "d046", "d050", "d051")}

DIFFERENT_IN_SOME_ROUND_FOR_GACRUX = (
    DIFFERENT
    | {(name, "trf16"): "gacrux 1.11.65 reads no XXP (trf2json.py)" for name in ("d028", "d048")}
    | {
        (name, "trf16"): "gacrux 1.11.65 reads XXA without its points (trf2json.py: parse_trf_acceleratedv4)"
        for name in ("d032", "d033", "d034", "d035", "d052", "d053", "d054")
    }
)


def exports(different):
    """Every event in either edition; those that differ are strict expected failures."""
    return [
        pytest.param(
            name,
            edition,
            id=f"{name}-{edition}",
            marks=[pytest.mark.xfail(strict=True, raises=AssertionError, reason=different[name, edition])]
            if (name, edition) in different
            else [],
        )
        for name in NAMES
        for edition in EDITIONS
    ]


@pytest.fixture(scope="session")
def bbp_pairings(shared_dir, request):
    """The program, built where no earlier run has left it."""
    source = shared_dir / "oracles" / "bbpPairings"
    if not source.is_dir():
        pytest.skip(f"bbpPairings is missing: {source}")
    folder = request.config.cache.mkdir("bbpPairings-6.0.0")
    program = folder / "bbpPairings.exe"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another worker of this run may be building it
        if not program.exists():
            if not (shutil.which("make") and shutil.which("g++")):
                pytest.skip("bbpPairings cannot be built: make and g++ (C++20) are needed")
            shutil.copytree(source, folder / "source", dirs_exist_ok=True)
            built = subprocess.run(
                ["make"], cwd=folder / "source", capture_output=True, text=True, check=False
            )
            if built.returncode:
                pytest.skip(f"bbpPairings cannot be built: {built.stderr[-300:]}")
            (folder / "source" / "bbpPairings.exe").replace(program)
    return program


@pytest.fixture(scope="session")
def gacrux():
    return pytest.importorskip("gacrux", reason="gacrux is missing: make .venv/installed-oracle")


@pytest.fixture(scope="module")
def written():
    """Files by event and edition, each event imported once."""
    return {}


@pytest.fixture
def export(written, shared_dir, db):
    def made(name, edition):
        if (name, edition) not in written:
            data = (shared_dir / "swiss" / f"{name}.trf").read_bytes()
            home = Organisation.objects.get_or_create(slug="north", defaults={"name": "North"})[0]
            section = import_section(organisation_id=home.pk, data=data, name=name, actor=SYSTEM).section
            formats = (*EDITIONS, "pdn") if name in READ_AS_PDN else EDITIONS
            written.update({(name, one): exported_section(section, one) for one in formats})
        return written[name, edition]

    return made


def asked(program, path, *options):
    """What bbpPairings answers, and its exit code."""
    command = [program, "--dutch", path, *options]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return answer.stdout, answer.stderr, answer.returncode


@pytest.mark.parametrize(("name", "edition"), exports(DIFFERENT))
def test_bbp_pairings_pairs_every_round_of_an_export_the_same(name, edition, bbp_pairings, export, tmp_path):
    path = tmp_path / f"{name}.trf"
    path.write_bytes(export(name, edition).data)
    rounds = read_trf(path.read_bytes()).report.paired_rounds
    out, err, code = asked(bbp_pairings, path, "-c")
    told = [line for line in out.splitlines() if line.strip()]
    assert (err, code) == ("", 0)
    assert told == [f"{name}: Round #{number}" for number in range(1, rounds + 1)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_bbp_pairings_finds_no_round_where_there_is_none(name, edition, bbp_pairings, export, tmp_path):
    path = tmp_path / f"{name}.trf"
    path.write_bytes(export(name, edition).data)
    _out, err, code = asked(bbp_pairings, path, "-p", tmp_path / "pairs")
    assert "No valid pairing exists" in err
    assert code == 1


@pytest.mark.parametrize(("name", "edition"), exports(DIFFERENT_FOR_GACRUX))
def test_gacrux_pairs_the_last_round_of_an_export_the_same(name, edition, gacrux, export):
    data = export(name, edition).data
    assert_paired_by_gacrux(data, read_trf(data).report.paired_rounds)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "edition"), exports(DIFFERENT_IN_SOME_ROUND_FOR_GACRUX))
def test_gacrux_pairs_every_round_of_an_export_the_same(name, edition, gacrux, export):
    data = export(name, edition).data
    for number in range(1, 1 + read_trf(data).report.paired_rounds):
        assert_paired_by_gacrux(data, number)


def assert_paired_by_gacrux(data, number):
    pairs = {(pair.white, pair.black) for pair in reported_pairs(read_trf(data).report, number)}
    assert their_pairs(data, number) == pairs, number


@pytest.mark.parametrize(("name", "edition"), DIFFERENT)
def test_an_export_that_another_program_pairs_differently_says_what_it_lacks(name, edition, export):
    assert "pairs_left_out" in {note.code for note in export(name, edition).notes}


# -- games without moves --------------------------------------------------------------------------------


def games_of(text):
    """The games of an exported section, each of which pydraughts must read; it finds no move in any."""
    games = [record.source for record in read_games(text)]
    read = games_of_pydraughts(games)
    assert len(read) == len(games) > 0
    assert not any(read)
    return games


@pytest.mark.parametrize("name", READ_AS_PDN)
def test_every_game_of_an_exported_section_is_read(name, export):
    games = games_of(export(name, "pdn").data.decode())
    assert set(plies_of_py_draughts(("international", one) for one in games)) == {0}


def test_every_game_of_a_section_of_each_variant_is_read(shared_dir, db):
    home = Organisation.objects.create(slug="south", name="South")
    data = (shared_dir / "swiss" / "d005.trf").read_bytes()
    section = import_section(organisation_id=home.pk, data=data, name="d005", actor=SYSTEM).section
    section.round_rows.filter(number__gt=1).delete()
    known = []
    for section.variant in VARIANTS:
        games = games_of(section_pdn(section))
        assert all(read_game(one).tag("GameType") for one in games if VARIANTS[section.variant].pdn_type)
        known += [(section.variant, one) for one in games if section.variant in BOARDS]
    assert {key for key, _game in known} == set(BOARDS)
    assert set(plies_of_py_draughts(known)) == {0}
