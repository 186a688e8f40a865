"""Draw claims: from which turn, by whom, and which plies prove them; never a silent draw."""

from collections import Counter
from itertools import cycle, islice, pairwise

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from law_cases import judged, quiet_line

from games.laws import LAW_BOOKS, claims_with
from games.laws.clocks import events_between, is_fulfilled, main_road, runs
from games.laws.law_book import DrawClock, DrawStatus, Event, Material
from games.rules import VARIANTS, Position, Side, legal_moves, play

KINGS = "B:WK32:BK1"
SHUFFLE = ["1-5", "32-28", "5-1", "28-32"]


def shuffled(plies):
    return " ".join(islice(cycle(SHUFFLE), plies))


def claims(verdict, code):
    return [claim for claim in verdict.claims if claim.code == code]


@pytest.mark.parametrize(
    ("book", "plies", "evidence"),
    [
        pytest.param("standard-laws", 12, (0, 4, 8, 12), id="SL-D2: fourth occurrence"),
        pytest.param("acf-faq", 12, (0, 4, 8, 12), id="A inherits SL-D2"),
        pytest.param("wcdf", 8, (0, 4, 8), id="WCDF 1.32.1: third occurrence"),
    ],
)
def test_repetition_is_claimed_before_the_move_that_makes_it(book, plies, evidence):
    verdict = judged(shuffled(plies), fen=KINGS, book=book)
    claim = claims(verdict, "repetition")[0]
    assert claim.article == LAW_BOOKS[book].repetition.article
    assert (claim.side, claim.from_ply, claim.evidence) == (Side.WHITE, plies, evidence)
    assert claim.facts["move"] == "28-32"
    assert claim.facts["played"] is True
    assert claim.status == "claimable"


@pytest.mark.parametrize(("book", "short_of"), [("standard-laws", 11), ("wcdf", 7)])
def test_the_intended_move_need_not_have_been_played(book, short_of):
    verdict = judged(shuffled(short_of), fen=KINGS, book=book)
    claim = claims(verdict, "repetition")[0]
    assert claim.from_ply == short_of + 1
    assert claim.facts == claim.facts | {"move": "28-32", "played": False}


@pytest.mark.parametrize("book", ["standard-laws", "wcdf"])
@pytest.mark.parametrize("laps", [1, 2, 5])
@pytest.mark.parametrize("stray", ["", "1-6 32-28 6-1 28-32 "])
def test_a_repeated_cycle_is_one_claim_with_its_turns(book, laps, stray):
    """However long the players go round, and whatever they did before."""
    times = LAW_BOOKS[book].repetition.occurrence
    verdict = judged(stray + shuffled(4 * (times - 1 + laps)), fen=KINGS, book=book)
    (claim,) = claims(verdict, "repetition")
    stood = Counter()
    due = []
    for ply, position in enumerate(verdict.replay.positions):
        stood[position] += 1
        due += [ply] if stood[position] == times else []
    assert len(claim.evidence) == times
    assert (claim.from_ply, claim.evidence[-1]) == (due[0], due[0])
    # one more turn may have been left open: the next move would have made its position
    assert claim.facts["turns"][: len(due)] == due
    assert len(claim.facts["turns"]) - len(due) <= 1


def test_a_cycle_of_which_one_turn_is_left_open_is_one_claim():
    verdict = judged(shuffled(13), fen=KINGS, book="standard-laws")
    (claim,) = claims(verdict, "repetition")
    assert claim.facts["turns"] == [12, 13, 14]


def test_two_cycles_are_two_claims():
    other = ["1-6", "32-27", "6-1", "27-32"]
    line = f"{shuffled(12)} {' '.join(islice(cycle(other), 16))}"
    found = claims(judged(line, fen=KINGS, book="standard-laws"), "repetition")
    assert len(found) == 2
    assert [claim.facts["turns"] for claim in found] == [[12, 13], [25, 26, 27]]


def test_two_occurrences_prove_nothing():
    assert judged(shuffled(5), fen=KINGS, book="wcdf").claims == ()


def test_a_claim_is_never_a_result():
    verdict = judged(shuffled(12), fen=KINGS)
    assert verdict.result.winner == "none"
    assert verdict.result.board == "open"
    assert verdict.is_legal


def test_the_same_pieces_with_the_other_side_to_move_are_another_position():
    # White loses a move on the way: the pieces come back with the other side to move.
    line = "1-5 32-28 5-9 28-32 9-5 32-28 5-1 28-32 1-5"
    verdict = judged(line, fen=KINGS, book="wcdf")
    for claim in verdict.claims:
        sides = {verdict.replay.positions[ply].side for ply in claim.evidence[:-1]}
        assert len(sides) == 1


@pytest.mark.parametrize(
    ("book", "limit", "article"),
    [
        pytest.param("standard-laws", 100, "SL-D3", id="SL-D3, D4: fifty moves are a hundred plies"),
        pytest.param("wcdf", 80, "WCDF-1.32.2", id="WCDF 1.32.2: forty own moves are eighty plies"),
    ],
)
def test_move_count_becomes_claimable_at_its_limit(book, limit, article):
    assert claims(judged(shuffled(limit - 1), fen=KINGS, book=book), "move_count") == []
    (claim,) = claims(judged(shuffled(limit + 6), fen=KINGS, book=book), "move_count")
    assert (claim.article, claim.from_ply, claim.side) == (article, limit + 1, Side.BLACK)
    assert claim.evidence == (1, limit)
    assert claim.facts["until_ply"] == limit + 6
    assert claim.status == "claimable"


@pytest.mark.parametrize(
    ("fen", "change", "rest"),
    [
        pytest.param(
            "B:WK32,25:BK1,12",
            ["12-16", "32-28"],
            ["1-5", "28-32", "5-1", "32-28"],
            id="a man's move",
        ),
        pytest.param(
            "B:WK32,K17:BK1",
            ["1-5", "17-13", "5-1", "13-9", "1-5", "32-28", "5x14", "28-32"],
            ["14-10", "32-28", "10-14", "28-32"],
            id="a capture",
        ),
    ],
)
def test_a_man_move_or_a_capture_sets_the_count_back(fen, change, rest):
    before = SHUFFLE * 5
    short = judged(" ".join([*before, *change, *islice(cycle(rest), 78)]), fen=fen, book="wcdf")
    long = judged(" ".join([*before, *change, *islice(cycle(rest), 80)]), fen=fen, book="wcdf")
    assert short.is_legal
    assert claims(short, "move_count") == []
    (claim,) = claims(long, "move_count")
    assert claim.facts["since_ply"] > len(before)


ENDINGS = [
    pytest.param(
        "international",
        "fmjd-annex-1",
        "W:WK16,K38:BK35",
        10,
        "FMJD-6.4",
        id="FMJD 6.4: two kings against one",
    ),
    pytest.param(
        "international",
        "fmjd-annex-1",
        "W:WK41,K38,K5:BK39",
        32,
        "FMJD-6.3",
        id="FMJD 6.3: three against one",
    ),
    pytest.param(
        "international",
        "fmjd-annex-1",
        "W:WK47,K25,46:BK28",
        32,
        "FMJD-6.3",
        id="FMJD 6.3: two kings and a man",
    ),
    pytest.param(
        "international", "fmjd-annex-1", "W:WK26,K47,K37,K29:BK9", 50, "FMJD-6.2", id="FMJD 6.2: kings only"
    ),
    pytest.param("brazilian", "brazilian-seed", "W:WK24,K7,K3:BK9", 40, "BR-D3", id="BR-D3: three kings"),
    pytest.param("brazilian", "brazilian-seed", "W:WK15,K22:BK2", 40, "BR-D1", id="BR-D1: twenty king moves"),
    pytest.param("russian", "fmjd-64", "W:WK18,K11:BK21", 10, "F64-7.2.8", id="FMJD-64 7.2.8"),
    pytest.param("russian", "fmjd-64", "W:WK7,K14,K18:BK19", 30, "F64-7.2.4", id="FMJD-64 7.2.4"),
    pytest.param("russian", "fmjd-64", "W:WK22,K18,K16:BK3,K20", 30, "F64-7.2.5", id="FMJD-64 7.2.5"),
    pytest.param(
        "russian", "fmjd-64", "W:WK22,K18,K16:BK3,K20", 60, "F64-7.2.6", id="FMJD-64 7.2.6, five pieces"
    ),
    pytest.param("pool", "american-pool", "W:WK1,K5,K7:BK3", 25, "AP-D3", id="pool: thirteen own moves"),
    pytest.param("italian", "italian", "W:WK29:BK1", 80, "IT-D2", id="Italian count of forty"),
]


@pytest.mark.parametrize(("variant", "book", "fen", "limit", "article"), ENDINGS)
def test_endgame_clock(variant, book, fen, limit, article):
    line = quiet_line(fen, variant, limit, avoid=(46,) if ",46:" in fen else ())
    full = judged(" ".join(line), fen=fen, variant=variant, book=book)
    early = judged(" ".join(line[:-1]), fen=fen, variant=variant, book=book)
    assert full.is_legal
    (claim,) = [claim for claim in full.claims if claim.article == article]
    assert claim.from_ply == limit + 1
    assert claim.evidence == (1, limit)
    assert article not in {claim.article for claim in early.claims}


def test_contradicting_clauses_are_both_claimable_with_their_articles():
    fen = "W:WK22,K18,K16:BK3,K20"
    verdict = judged(" ".join(quiet_line(fen, "russian", 60)), fen=fen, variant="russian", book="fmjd-64")
    clauses = {claim.article: claim for claim in verdict.claims if claim.code != "repetition"}
    assert clauses["F64-7.2.5"].facts["contradicts"] == ["F64-7.2.6"]
    assert clauses["F64-7.2.6"].facts["contradicts"] == ["F64-7.2.5"]
    assert {claim.status for claim in clauses.values()} == {"claimable"}


def test_the_five_move_clock_is_not_begun_again_by_a_promotion():
    rules = VARIANTS["international"]
    clock = next(c for c in LAW_BOOKS["fmjd-annex-1"].clocks if c.key == "five_moves")
    fen = "W:WK46,7:BK50"
    line = ["7-1", "50-45", "46-41", "45-50", "1-6", "50-45", "6-1", "45-50", "1-6", "50-45"]
    verdict = judged(" ".join(line), fen=fen, variant="international", book="fmjd-annex-1")
    assert verdict.is_legal, verdict.first_error
    (run,) = runs(clock, verdict.replay.positions, rules)
    assert (run.since_ply, run.reached_ply) == (1, 10)


def test_the_promotion_that_makes_the_first_king_starts_the_five_move_clock():
    rules = VARIANTS["international"]
    clock = next(c for c in LAW_BOOKS["fmjd-annex-1"].clocks if c.key == "five_moves")
    fen = "W:W7:BK50"
    line = ["7-1", "50-45", "1-6", "45-50", "6-1", "50-45", "1-6", "45-50", "6-1", "50-45", "1-6"]
    verdict = judged(" ".join(line), fen=fen, variant="international", book="fmjd-annex-1")
    assert verdict.is_legal, verdict.first_error
    (run,) = runs(clock, verdict.replay.positions, rules)
    assert (run.since_ply, run.reached_ply) == (2, 11)


def test_third_occurrence_of_fmjd_stands_after_the_move():
    line = ["47-42", "4-9", "42-47", "9-4"] * 2
    verdict = judged(" ".join(line), fen="W:WK47:BK4", variant="international", book="fmjd-annex-1")
    (claim,) = claims(verdict, "repetition")
    assert (claim.from_ply, claim.side, claim.evidence) == (9, Side.WHITE, (0, 4, 8))
    assert claim.status == "mandatory"
    assert claim.facts["move"] == ""


def test_the_main_road_is_the_long_diagonal_from_the_playing_corner():
    geometry = VARIANTS["russian"].geometry
    names = {geometry.name_of(geometry.square_of[bit]) for bit in main_road(VARIANTS["russian"])}
    assert names == {"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"}


def test_a_king_that_leaves_the_main_road_ends_the_count():
    rules = VARIANTS["russian"]
    condition = next(c for c in LAW_BOOKS["fmjd-64"].clocks if c.article == "F64-7.2.7").condition
    on_road = Position.from_fen("W:WKb8,Kd8,Kf8:BKa1", rules)
    off_road = Position.from_fen("W:WKb8,Kd8,Kf8:BKc1", rules)
    assert is_fulfilled(condition, on_road, rules)
    assert not is_fulfilled(condition, off_road, rules)


def test_a_claim_can_be_asked_with_an_intended_move():
    verdict = judged(shuffled(7), fen=KINGS, book="wcdf")
    rules = VARIANTS["english"]
    legal = {(m.origin, m.destination): m for m in legal_moves(verdict.replay.positions[7], rules)}
    book = LAW_BOOKS["wcdf"]
    (claim,) = claims_with(verdict.replay, book, 7, legal[28, 32])
    assert (claim.from_ply, claim.side, claim.evidence) == (8, Side.WHITE, (0, 4, 8))
    assert claims_with(verdict.replay, book, 7, legal[28, 24]) == ()
    assert claims_with(verdict.replay, book, 7) == ()


def test_a_move_count_can_be_asked_at_any_ply():
    verdict = judged(shuffled(90), fen=KINGS, book="wcdf")
    book = LAW_BOOKS["wcdf"]
    articles = {claim.article for claim in claims_with(verdict.replay, book, 85)}
    assert "WCDF-1.32.2" in articles
    assert "WCDF-1.32.2" not in {claim.article for claim in claims_with(verdict.replay, book, 79)}


def test_no_claim_once_the_game_has_been_won():
    clock = DrawClock(
        key="one_ply",
        code="move_count",
        article="SL-D3",
        limit=1,
        reset=frozenset(),
        status=DrawStatus.CLAIMABLE,
        condition=Material(),
    )
    verdict = judged("9x18", fen="B:W14:B9")
    assert [run.reached_ply for run in runs(clock, verdict.replay.positions, verdict.variant)] == [1]
    assert verdict.claims == ()


@tries(60)
@given(st.lists(st.integers(0, 20), min_size=1, max_size=90))
def test_a_clock_counts_exactly_the_plies_since_the_last_event(choices):
    rules = VARIANTS["english"]
    positions = [Position.from_fen("B:WK32,K31,25:BK1,K2,12", rules)]
    for choice in choices:
        legal = legal_moves(positions[-1], rules)
        if not legal:
            break
        positions.append(play(positions[-1], legal[choice % len(legal)], rules))
    clock = DrawClock(
        key="four",
        code="move_count",
        article="SL-D3",
        limit=4,
        reset=frozenset({Event.MAN_MOVE, Event.CAPTURE}),
        status=DrawStatus.CLAIMABLE,
    )
    quiet = [not events_between(before, after) for before, after in pairwise(positions)]
    reached = [
        ply
        for ply in range(1, len(positions))
        if ply >= 4 and all(quiet[ply - 4 : ply]) and (ply == 4 or not quiet[ply - 5])
    ]
    assert [run.reached_ply for run in runs(clock, positions, rules)] == reached
