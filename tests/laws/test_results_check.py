"""The written result against the pieces, and tag against terminator."""

import pytest
from law_cases import found, judged, sheet

from games.laws import ResultEvidence, Severity, judge
from games.pdn import read_game, read_games
from games.rules import VARIANTS, Side

WON_BY_BLACK = {"fen": "B:W14:B9"}
AMERICAN = (("GameType", "21"),)


def test_a_finished_game_with_the_right_result_has_one_note():
    verdict = judged("9x18", result="1-0", tags=AMERICAN, **WON_BY_BLACK)
    note = found(verdict, "no_move_left")
    assert (note.severity, note.article, note.side) == (Severity.NOTE, "SL-O2", Side.WHITE)
    assert (verdict.result.winner, verdict.result.board) == ("black", "black")


@pytest.mark.parametrize("result", ["0-1", "1/2-1/2"])
def test_a_result_against_the_pieces_is_doubted(result):
    verdict = judged("9x18", result=result, tags=AMERICAN, **WON_BY_BLACK)
    finding = found(verdict, "result_against_board")
    assert (finding.severity, finding.article) == (Severity.DOUBT, "SL-O2")
    assert finding.facts["winner"] == "black"
    assert verdict.is_legal


def test_a_blocked_side_has_lost_as_well():
    verdict = judged("13-17", fen="B:W21:B13,14", result="0-1", tags=AMERICAN)
    assert verdict.result.board == "black"
    assert found(verdict, "result_against_board").side is Side.WHITE


def test_tag_and_terminator_that_differ_are_doubted():
    record = read_game('[Result "1-0"]\n\n1. 11-15 22-18 0-1\n')
    verdict = judge(record, variant=VARIANTS["english"])
    finding = found(verdict, "result_tags_differ")
    assert finding.facts == {"tag": "1-0", "terminator": "0-1"}
    assert finding.severity is Severity.DOUBT


@pytest.mark.parametrize("terminator", ["*", "1-0", ""])
def test_a_star_only_separates_games(terminator):
    record = read_game(f'[Result "1-0"]\n\n1. 11-15 22-18 {terminator}\n')
    assert judge(record, variant=VARIANTS["english"]).findings == ()


@pytest.mark.parametrize(
    ("result", "variant", "winner"),
    [
        ("2-0", "international", "white"),
        ("0-2", "international", "black"),
        ("1-1", "international", "draw"),
        ("1-0", "russian", "white"),
        ("0-0", "international", "none"),
        ("*", "russian", "none"),
    ],
)
def test_winner_where_white_begins(result, variant, winner):
    assert judged("", result=result, variant=variant).result.winner == winner


@pytest.mark.parametrize(
    ("tags", "option", "winner", "decided_by"),
    [
        pytest.param((), None, "black", "custom", id="nothing else known: the side that moves first"),
        pytest.param((), Side.WHITE, "white", "option", id="the secretary was asked"),
        pytest.param((("GameType", "21,B,8,8,N1,0"),), None, "black", "gametype", id="GameType says"),
    ],
)
def test_american_one_nil(tags, option, winner, decided_by):
    verdict = judged("11-15", result="1-0", tags=tags, first_result_is=option)
    assert (verdict.result.winner, verdict.result.decided_by) == (winner, decided_by)


def test_american_one_nil_by_the_pieces_at_the_end():
    verdict = judged("9x18", result="0-1", **WON_BY_BLACK)
    assert (verdict.result.winner, verdict.result.decided_by) == ("black", "evidence")


def imported(results, fen="B:W14:B9", moves="9x18"):
    evidence = ResultEvidence()
    text = "\n".join(sheet(moves, fen=fen, result=result) for result in results)
    for record in read_games(text):
        evidence.add(judge(record, variant=VARIANTS["english"]))
    return evidence


@pytest.mark.parametrize(
    ("results", "side", "asks"),
    [
        pytest.param(["1-0"] * 4, Side.BLACK, False, id="Black's wins are written 1-0"),
        pytest.param(["0-1"] * 4, Side.WHITE, False, id="Black's wins are written 0-1"),
        pytest.param(["1-0", "0-1", "1-0", "0-1"], None, True, id="the games contradict each other"),
        pytest.param(["1-0"], None, True, id="one game proves nothing"),
        pytest.param(["1/2-1/2"] * 4, None, False, id="only draws: nothing to ask"),
    ],
)
def test_an_import_settles_the_meaning_of_one_nil_or_asks_once(results, side, asks):
    evidence = imported(results)
    assert evidence.first_result_is is side
    assert evidence.must_ask is asks


def test_clearly_more_pieces_are_weaker_evidence():
    evidence = imported(["1-0"] * 4, fen="B:W32:B1,2,3", moves="1-5")
    assert (evidence.black_ends, evidence.black_material) == (0, 4)
    assert evidence.first_result_is is Side.BLACK
