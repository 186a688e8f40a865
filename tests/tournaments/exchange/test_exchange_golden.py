"""The reference tournaments: every file is written back as it was, every round is paired as it should be."""

import pytest

from tournaments.exchange.trf import read_trf, reported_pairs, snapshot_of, write_trf
from tournaments.pairing.acceleration import with_baku
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import NoLegalPairing

NAMES = [f"d{number:03d}" for number in range(1, 61)]
ACCELERATED = ["d032", "d033", "d034", "d035", "d052", "d053", "d054"]


@pytest.fixture(scope="module")
def swiss_dir(shared_dir):
    folder = shared_dir / "swiss"
    if not folder.is_dir():
        pytest.skip(f"the reference tournaments are missing: {folder}")
    return folder


def report_of(swiss_dir, name):
    path = swiss_dir / f"{name}.trf"
    return read_trf(path.read_bytes(), file=path.name).report


def expected_rounds(swiss_dir, name):
    """Round -> its pairs, White first, black 0 for the bye; None where no legal pairing exists."""
    rounds = {}
    for line in (swiss_dir / f"{name}.pairs").read_text(encoding="utf-8").splitlines():
        number, *rest = line.split()
        if rest == ["none"]:
            rounds[int(number)] = None
        else:
            rounds.setdefault(int(number), set()).add((int(rest[1]), int(rest[2])))
    return rounds


def paired(snapshot):
    try:
        proposal = pair_dutch(snapshot)
    except NoLegalPairing:
        return None
    return {(pair.white, pair.black) for pair in proposal.pairs} | (
        {(proposal.bye, 0)} if proposal.bye else set()
    )


def test_there_are_447_rounds_and_5_that_cannot_be_paired(swiss_dir):
    rounds = [each for name in NAMES for each in expected_rounds(swiss_dir, name).values()]
    assert (sum(each is not None for each in rounds), sum(each is None for each in rounds)) == (447, 5)


@pytest.mark.parametrize("name", NAMES)
def test_every_round_is_paired_as_prescribed(swiss_dir, name):
    report = report_of(swiss_dir, name)
    expected = expected_rounds(swiss_dir, name)
    assert {number: paired(snapshot_of(report, number)) for number in expected} == expected


@pytest.mark.parametrize("name", NAMES)
def test_the_report_tells_the_same_pairs(swiss_dir, name):
    report = report_of(swiss_dir, name)
    for number, pairs in expected_rounds(swiss_dir, name).items():
        assert {(pair.white, pair.black) for pair in reported_pairs(report, number)} == (pairs or set())


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_written_back_byte_for_byte_and_nothing_had_to_be_mended(swiss_dir, name):
    data = (swiss_dir / f"{name}.trf").read_bytes()
    reading = read_trf(data, file=name)
    assert reading.mended == ()
    assert write_trf(reading.report) == data


@pytest.mark.parametrize("name", ACCELERATED)
def test_baku_computed_lends_what_the_records_lend(swiss_dir, name):
    """bbpPairings 6.0.0 takes ceil(N/2) for group A; C.04.7 article 1.2 says 2 * ceil(N/4)."""
    report = report_of(swiss_dir, name)
    data = (swiss_dir / f"{name}.trf").read_text(encoding="utf-8")
    bare = "".join(line for line in data.splitlines(keepends=True) if not line.startswith("250"))
    without = read_trf(bare.encode()).report
    for number in range(1, report.rounds + 1):
        computed = with_baku(snapshot_of(without, number)).players
        lent = snapshot_of(report, number).players
        assert [each.virtual_in(number) for each in computed] == [each.virtual_in(number) for each in lent]
