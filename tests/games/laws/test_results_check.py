"""The written result against the pieces, and tag against terminator."""

import pytest
from law_cases import found, judged, sheet

from games.judging.messages import finding_sentence
from games.laws import ResultEvidence, Severity, judge
from games.laws.guess import VariantMemory
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


def test_a_position_that_was_lost_before_the_first_move_is_told_with_a_wrong_result_alone():
    lost = {"fen": "W:W21:B17,14,10", "tags": AMERICAN}
    assert judged("", result="1-0", **lost).findings == ()
    finding = found(judged("", result="0-1", **lost), "result_against_board")
    assert (finding.side, finding.ply, finding.facts["loser"]) == (Side.WHITE, 0, "white")
    assert (finding.facts["winner"], finding.facts["written_winner"]) == ("black", "white")


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


# -- a result against the material -----------------------------------------------------------------------

WHITE_WINS, DRAW = "0-1", "1/2-1/2"  # in an English game, where Black's figure stands first


@pytest.mark.parametrize(
    ("fen", "moves", "result", "better"),
    [
        pytest.param("W:W31,32:B1,2,3,4", "32-27", WHITE_WINS, "black", id="two men down and won"),
        pytest.param("W:W31,32:B1,2,3", "32-27", WHITE_WINS, None, id="one man down and won"),
        pytest.param("W:W31,32:B1,2,3,4", "32-27", "1-0", None, id="two men down and lost"),
        pytest.param("W:W31,32:B1,2,3,4", "32-27", DRAW, None, id="two men down and drawn"),
        pytest.param("W:W31:B1,2,3,4", "31-27", DRAW, "black", id="three men down and drawn"),
        pytest.param("W:W31,32,30,29:BK4", "32-27", "1-0", "white", id="a king against four men, and won"),
        pytest.param("W:WK31,K32:B1,2,3,4", "32-27", WHITE_WINS, None, id="kings count for more"),
        pytest.param("W:W31,32:B1,2,3,4", "", WHITE_WINS, None, id="a position without moves is a problem"),
        pytest.param("W:W31,32:B1,2,3,4", "32-27", "*", None, id="no result"),
        pytest.param(
            "W:W31,24,30:B1,2,3,19,20", "31-27 20x18", WHITE_WINS, None, id="illegal, so the end is unknown"
        ),
        pytest.param("B:W26,31:B18,14,1,2", "1-5", WHITE_WINS, "black", id="nothing is to be captured"),
        pytest.param("B:W26,31:B18,14,1,2", "18-22", WHITE_WINS, None, id="26x17x10 is due: even"),
    ],
)
def test_a_result_against_the_pieces_at_the_end_is_a_soft_note(fen, moves, result, better):
    verdict = judged(moves, fen=fen, result=result, tags=AMERICAN)
    notes = [one for one in verdict.findings if one.code == "result_against_pieces"]
    assert [(one.severity, one.facts["better"]) for one in notes] == [(Severity.NOTE, better)] * bool(better)
    for note in notes:
        assert result in finding_sentence(note.code, note.facts)


@pytest.mark.parametrize(
    ("variant", "tags", "is_noted"),
    [
        ("english", (("GameType", "21"),), True),
        ("english", (("GameType", "21"), ("Termination", "Time forfeit")), False),
        ("english", (("GameType", "21"), ("Termination", "normal")), True),
        ("russian", (), True),
        ("italian", (), True),
        ("antidraughts", (), False),
        ("breakthrough", (), False),
    ],
)
def test_material_counts_where_it_decides_the_game(variant, tags, is_noted):
    white_wins = {"english": "0-1", "antidraughts": "2-0", "breakthrough": "2-0"}.get(variant, "1-0")
    fen, moves = "W:W31,32:B1,2,3,4", "32-27"
    if variant == "russian":
        fen, moves = "W:Wa3,c1:Bh8,f8,d8,b8", "c1-d2"
    if variant == "italian":
        fen, moves = "W:W31,32:B1,2,3,4", "32-28"
    if white_wins == "2-0":
        fen, moves = "W:W47,48:B1,2,3,4", "48-42"
    verdict = judged(moves, fen=fen, result=white_wins, tags=tags, variant=variant)
    assert verdict.is_legal
    assert ("result_against_pieces" in [one.code for one in verdict.findings]) is is_noted


def test_a_draw_against_a_flying_king_says_nothing():
    fen = "W:WK46:BK5,K10,K14,K15"
    assert judged("46-41", fen=fen, result="1-1", variant="international").findings == ()


@pytest.mark.parametrize(("name", "noted"), [("oca/oca-first-2000.pdn", [505, 708, 991])])
def test_few_games_of_a_real_archive_have_the_note(shared_dir, name, noted):
    """As many as the figures of the whole archive let expect: 35 of 22,621."""
    memory = VariantMemory()
    with (shared_dir / "pdn" / name).open("rb") as file:
        verdicts = [judge(record, memory=memory) for record in read_games(file)]
    found_in = [
        verdict.record.index
        for verdict in verdicts
        if any(one.code == "result_against_pieces" for one in verdict.findings)
    ]
    assert found_in == noted
