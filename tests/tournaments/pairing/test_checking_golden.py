"""The checker on the reference tournaments: no fault in what is prescribed, none in what the engine pairs."""

import pytest
from effort import sample

from tournaments.exchange.trf import read_trf, snapshot_of
from tournaments.pairing.checking.comparison import Verdict, compare
from tournaments.pairing.checking.dutch import check_dutch
from tournaments.pairing.checking.findings import Code, GivenRound, Severity, given_by
from tournaments.pairing.lots import Lots
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import NOBODY, Pair, Proposal

NAMES = [f"d{number:03d}" for number in range(1, 61)]
SMALL = 60


@pytest.fixture(scope="module")
def swiss_dir(shared_dir):
    folder = shared_dir / "swiss"
    if not folder.is_dir():
        pytest.skip(f"the reference tournaments are missing: {folder}")
    return folder


def prescribed_rounds(swiss_dir, name):
    """Every round that can be paired: the field before it, and the round."""
    path = swiss_dir / f"{name}.trf"
    report = read_trf(path.read_bytes(), file=path.name).report
    rounds = {}
    for line in (swiss_dir / f"{name}.pairs").read_text(encoding="utf-8").splitlines():
        number, board, *players = line.split()
        if board != "none":
            rounds.setdefault(int(number), []).append(Pair(*map(int, players)))
    for number, boards in rounds.items():
        yield snapshot_of(report, number), given_round(boards)


def given_round(boards):
    byes = tuple(pair.white for pair in boards if pair.black == NOBODY)
    return GivenRound(tuple(pair for pair in boards if pair.black != NOBODY), byes)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_illegal_and_no_colour_amiss_in_what_is_prescribed(swiss_dir, name):
    for snapshot, prescribed in prescribed_rounds(swiss_dir, name):
        report = check_dutch(snapshot, prescribed)
        assert report.of(Severity.ILLEGAL) == ()
        assert report.about(Code.COLOUR_ALLOCATION) == ()


@pytest.mark.parametrize("name", sample(NAMES, one_in=4))
def test_the_engine_would_have_the_same(swiss_dir, name):
    for snapshot, prescribed in prescribed_rounds(swiss_dir, name):
        proposal = pair_dutch(snapshot)
        assert check_dutch(snapshot, given_by(proposal)).is_legal
        assert compare(snapshot, proposal, prescribed).verdict is Verdict.SAME


def exchanged(lots, prescribed, many):
    """So many neighbouring boards, the bye being one, pass one player each on to the next."""
    boards = [[pair.white, pair.black] for pair in prescribed.pairs]
    boards += [[number] for number in prescribed.byes]
    start = lots.below(len(boards) - many + 1)
    chosen = lots.shuffled(boards[start : start + many + 2])[:many]
    seats = [(board, lots.below(len(board))) for board in chosen]
    players = [board[seat] for board, seat in seats]
    for (board, seat), player in zip(seats, players[1:] + players[:1], strict=True):
        board[seat] = player
    return given_round([Pair(board[0], board[1] if len(board) > 1 else NOBODY) for board in boards])


@pytest.mark.parametrize("name", sample(NAMES, one_in=4))
def test_no_exchange_of_opponents_is_better_than_what_is_prescribed(swiss_dir, name):
    lots = Lots(int(name[1:]))
    for snapshot, prescribed in prescribed_rounds(swiss_dir, name):
        if len(snapshot.players) > SMALL or len(prescribed.pairs) < 3:
            continue
        bye = prescribed.byes[0] if prescribed.byes else NOBODY
        proposal = Proposal(pairs=prescribed.pairs, bye=bye)
        for many in (2, 2, 3, 3):
            other = exchanged(lots, prescribed, many)
            comparison = compare(snapshot, proposal, other)
            assert comparison.verdict not in (Verdict.SAME, Verdict.BETTER), (comparison, other)


def test_who_floated_two_rounds_ago_is_rather_paired_than_sent_on(swiss_dir):
    """C20 counts who goes further down as well: 5 and not 6 is paired with 8, d059 round 4."""
    [(snapshot, prescribed)] = [
        each for each in prescribed_rounds(swiss_dir, "d059") if each[0].round_number == 4
    ]
    other = {Pair(5, 8): Pair(6, 8), Pair(6, 7): Pair(5, 7)}
    worse = GivenRound(tuple(other.get(pair, pair) for pair in prescribed.pairs), prescribed.byes)
    comparison = compare(snapshot, pair_dutch(snapshot), worse)
    assert (comparison.verdict, comparison.criterion, comparison.bracket) == (Verdict.WORSE, "C20", 10)
    assert (comparison.given, comparison.engine) == ((6,), (5,))
