"""The registry of systems, boards in order, and what is assumed about a report."""

import pytest
from small_reports import HEAD, player_line, trf

from tournaments.core.refusal_texts import REFUSALS
from tournaments.exchange.selectors.trf_rounds import notes_on, rounds_to_check, system_of
from tournaments.exchange.trf import read_trf
from tournaments.pairing.boards import boards_in_order
from tournaments.pairing.registry import SYSTEMS, choice_by_type_code, known_type_codes, system_by_key
from tournaments.pairing.system_refusals import EditionNotHere, UnknownSystem, UnknownTypeCode
from tournaments.pairing.values import Pair, Player, PlayerRound, Proposal, RoundKind, Snapshot


def scored(number, points, virtual=0):
    past = PlayerRound(RoundKind.HALF_BYE, points=points)
    return Player(number=number, rounds=(past,), virtual=(virtual, virtual))


def test_boards_by_score_of_the_higher_then_sum_then_number():
    """C.04.2 article 3.6."""
    points = {1: 2, 2: 2, 3: 1, 4: 2, 5: 0, 6: 1, 7: 1, 8: 0, 9: 1}
    snapshot = Snapshot(
        players=tuple(scored(number, each) for number, each in points.items()), round_number=2, rounds=5
    )
    pairs = (Pair(8, 7), Pair(3, 1), Pair(5, 4), Pair(6, 2))
    boards = boards_in_order(snapshot, Proposal(pairs=pairs, bye=9))
    assert [(board.number, board.white, board.black) for board in boards] == [
        (1, 3, 1),
        (2, 6, 2),
        (3, 5, 4),
        (4, 8, 7),
        (5, 9, 0),
    ]


def test_lent_points_count_for_the_boards():
    """C.04.7: the pairing score is the score with the points that are lent."""
    players = (scored(1, 0, virtual=2), scored(2, 0, virtual=2), scored(3, 1), scored(4, 1))
    snapshot = Snapshot(players=players, round_number=2, rounds=5)
    boards = boards_in_order(snapshot, Proposal(pairs=(Pair(3, 4), Pair(1, 2))))
    assert [board.white for board in boards] == [1, 3]


def test_every_system_is_found_by_its_key_and_by_its_codes():
    for key, system in SYSTEMS.items():
        assert system_by_key(key) is system
        assert key == system.key
    coded = {choice_by_type_code(code).system.key for code in known_type_codes()}
    assert coded == {key for key, system in SYSTEMS.items() if system.type_codes}


@pytest.mark.parametrize("code", ["FIDE_DUBOV", "FIDE_DUTCH_2031", "BAKU", "_BAKU", "CUSTOM_SWISS", ""])
def test_an_unknown_code_is_refused_with_the_known_ones(code):
    with pytest.raises(UnknownTypeCode) as refusal:
        choice_by_type_code(code)
    assert refusal.value.facts == {"type_code": code, "known": ", ".join(known_type_codes())}


@pytest.mark.parametrize("code", ["FIDE_DUTCH_2017", "FIDE_DUTCH_2017_BAKU"])
def test_the_text_of_2017_is_refused_by_name(code):
    with pytest.raises(EditionNotHere):
        choice_by_type_code(code)


def test_an_unknown_key_is_refused():
    with pytest.raises(UnknownSystem) as refusal:
        system_by_key("fide_dutch_2017")
    assert refusal.value.facts["known"] == ", ".join(SYSTEMS)


def test_every_refusal_has_its_words():
    for refusal in (UnknownSystem, UnknownTypeCode, EditionNotHere):
        assert refusal.code in REFUSALS


def test_a_system_named_by_hand_keeps_the_acceleration_of_the_code():
    report = read_trf(trf(player_line(1, "0.0"), head=(*HEAD[:3], "192 FIDE_DUTCH_2017_BAKU"))).report
    assert system_of(report, "fide_dutch_2026").is_accelerated


def test_a_tournament_of_before_the_text_is_told():
    head = ("042 2025/11/01", *HEAD)
    report = read_trf(trf(player_line(1, "0.0"), head=head)).report
    assert [(note.code, note.facts) for note in notes_on(report)] == [
        ("older_tournament", {"begins": "2025/11/01", "since": "2026-02-01"})
    ]


def test_a_computed_acceleration_is_told():
    report = read_trf(trf(player_line(1, "0.0"), head=(*HEAD[:3], "192 FIDE_DUTCH_BAKU"))).report
    assert [note.code for note in notes_on(report)] == ["acceleration_computed"]


def test_rounds_of_byes_only_are_not_checked():
    report = read_trf(trf(player_line(1, "0.5", "-H"), player_line(2, "0.5", "-H"))).report
    assert rounds_to_check(report) == ()
