"""Rules with a memory and other goals: three moves of one Frisian king, the first king, losing all."""

import pytest
from clock_lines import shuffle
from law_cases import found, judged, sheet

from games.judging import messages
from games.laws import Severity, compare_records, judge, propose_repairs
from games.laws.report import finding_as_dict
from games.pdn import read_game
from games.rules import VARIANTS, Position, king_at_limit, legal_moves, legal_moves_after, move_text, play

ONE_KING = "W:WK40,26:BK14"
TWO_KINGS = "W:WK42,K17,25:BK41"
BY_TURNS = "42-15 41-23 15-4 23-1 4-9 1-6 17-8 6-1 9-13 1-6"
THREE_MOVES = "40-1 14-5 1-6 5-10 6-1 10-5"
FRISIAN = VARIANTS["frisian"]


def frisian(moves, fen=ONE_KING, variant="frisian"):
    return judged(moves, fen=fen, variant=variant, book=variant)


def sentence(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


@pytest.mark.parametrize("variant", ["frisian", "frysk"])
def test_the_fourth_quiet_move_in_a_row_of_one_king_is_illegal(variant):
    verdict = frisian(f"{THREE_MOVES} 1-6 5-10", variant=variant)
    error = verdict.first_error
    assert (error.code, error.ply, error.article) == ("king_moved_too_often", 7, "FR-7")
    assert error.severity is Severity.ERROR
    assert error.facts["legal_moves"] == ["26-21"]
    assert error.facts["mover_can_move"] is False
    assert (verdict.plies, verdict.replay.unplayed) == (6, 2)
    assert f"{verdict.replay.positions[-1].to_fen(FRISIAN)}:+0+301" == error.facts["fen"]
    assert sentence(error).startswith("1-6: this king has made 3 moves in a row without a capture")


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        pytest.param(f"{THREE_MOVES} 1-6 5-10", "king_moved_too_often", id="a fourth move of one king"),
        pytest.param("40-1 14-3 1-6", "must_capture", id="a capture along the row passed over"),
    ],
)
def test_a_game_said_to_be_frisian_is_judged_so_though_other_rules_would_allow_it(moves, code):
    verdict = judge(read_game(sheet(moves, fen=ONE_KING, tags=(("GameType", "40"),))))
    assert (verdict.variant.key, verdict.variant_source, verdict.law_book.key) == (
        "frisian",
        "tag",
        "frisian",
    )
    assert verdict.first_error.code == code


def test_three_moves_in_a_row_are_legal():
    assert frisian(THREE_MOVES).is_legal


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        pytest.param(ONE_KING, f"{THREE_MOVES} 26-21 5-10 1-6 10-5 6-1 5-10 1-6", id="by a man's move"),
        pytest.param(TWO_KINGS, f"{BY_TURNS} 13-9 6-1 9-13 1-6", id="by another king's move"),
    ],
)
def test_the_row_is_broken(fen, moves):
    verdict = frisian(moves, fen=fen)
    assert verdict.is_legal, verdict.first_error


def test_another_king_s_row_is_counted_for_itself():
    error = frisian(f"{BY_TURNS} 13-9 6-1 9-13 1-6 13-4", fen=TWO_KINGS).first_error
    assert (error.code, error.ply) == ("king_moved_too_often", 15)


def test_the_row_is_counted_for_each_side():
    fen, line = "W:WK8,11:BK33,32", "8-17 33-15 17-3 15-10 3-17 10-4"
    error = frisian(f"{line} 17-8", fen=fen).first_error
    assert (error.code, error.ply, error.side.key) == ("king_moved_too_often", 7, "white")
    freed = frisian(f"{line} 11-6 4-9", fen=fen).first_error
    assert (freed.code, freed.ply, freed.side.key) == ("king_moved_too_often", 8, "black")


def test_a_side_without_men_moves_its_king_as_it_likes():
    line = shuffle("W:WK9,K37:BK49", "frisian", 12, still={37})
    assert frisian(" ".join(line), fen="W:WK9,K37:BK49").is_legal


def test_a_king_that_has_to_wait_still_captures():
    rules = FRISIAN
    positions = [Position.from_fen(ONE_KING, rules)]
    moves = []
    for text in f"{THREE_MOVES}".split():
        legal = legal_moves_after(positions, moves, rules)
        move = next(one for one in legal if move_text(one, rules, legal) == text)
        moves.append(move)
        positions.append(play(positions[-1], move, rules))
    assert king_at_limit(positions, moves, rules) == 1
    assert king_at_limit(positions, moves, VARIANTS["international"]) is None
    near = Position.from_fen("W:WK1,26:BK12", rules)
    positions[-1] = near
    assert legal_moves_after(positions, moves, rules) == legal_moves(near, rules)
    assert all(move.captured for move in legal_moves(near, rules))


def test_a_side_that_can_only_move_the_king_that_waits_has_lost():
    verdict = frisian("24-2 18-1 2-8 1-12 8-2 12-1", fen="W:WK24,26:BK18,21,17")
    assert verdict.result.board == "black"
    assert found(verdict, "no_move_left").facts["winner"] == "black"


def test_a_fourth_move_that_stood_by_a_setup_is_told_and_the_game_goes_on():
    setup = '/FEN "B:W26,K6:BK5"/'
    verdict = frisian(f"{THREE_MOVES} 1-6 {setup} 5-10")
    assert [(one.code, one.ply) for one in verdict.findings] == [("king_moved_too_often", 7)]
    assert verdict.first_error.facts["stood"] is True
    assert verdict.plies == 8


@pytest.mark.parametrize(
    ("told", "ply"),
    [
        pytest.param("", 7, id="none told"),
        pytest.param(":+0+2", 3, id="two moves of the only king"),
        pytest.param(":+0+340", 1, id="three of the king on 40"),
        pytest.param(":+3+0", 7, id="Black's, who has no men"),
    ],
)
def test_the_row_goes_on_from_the_king_moves_that_the_fen_tells(told, ply):
    error = frisian(f"{THREE_MOVES} 1-6 5-10", fen=ONE_KING + told).first_error
    assert (error.code, error.ply) == ("king_moved_too_often", ply)
    assert error.facts["legal_moves"] == ["26-21"]


def test_the_row_is_told_after_every_half_move():
    replay = frisian(THREE_MOVES).replay
    told = [replay.fen_after(ply).partition(":+")[2] for ply in range(7)]
    assert told == ["", "0+101", "0+101", "0+206", "0+206", "0+301", "0+301"]


def test_a_correction_offered_looks_back_through_the_game():
    # any move of the king would be its fourth: what is offered instead of 1-8 is the man's move alone
    verdict = frisian(f"{THREE_MOVES} 1-8 5-10", fen=ONE_KING)
    repairs = propose_repairs(verdict, limit=50)
    offered = {one.text for one in repairs if one.ply == 7 and one.text}
    assert offered == {"26-21"}
    # nor is its fourth move put in where a half-move was left out
    short = frisian("40-1 14-5 1-6 5-10 6-1 10-5 10-4", fen=ONE_KING)
    put_in = [one.text for one in propose_repairs(short, limit=50) if one.ply == 7 and one.text]
    assert put_in == ["26-21"]


def test_two_sheets_are_compared_with_the_game_before():
    first, second = (
        read_game(sheet(f"{THREE_MOVES} {last}", fen=ONE_KING, tags=(("GameType", "40"),)))
        for last in ("26-21 5-10", "1-6 5-10")
    )
    comparison = compare_records(first, second, variant=FRISIAN)
    assert (comparison.differ_at, comparison.legal) == (7, ("26-21",))
    assert (comparison.first.is_legal, comparison.second.is_legal) == (True, False)


def test_kings_move_without_limit_in_the_other_games():
    fen = "W:WK40,26:BK14"
    line = shuffle(fen, "international", 10, still={26})
    verdict = judged(" ".join(line), fen=fen, variant="international", book="fmjd-annex-1")
    assert verdict.is_legal


# -- the first king -----------------------------------------------------------------------------------


def breakthrough(moves, fen="W:W7,40:B20,45", **options):
    return judged(moves, fen=fen, variant="breakthrough", book="breakthrough", **options)


def test_the_first_king_wins():
    verdict = breakthrough("7-1", result="2-0")
    note = found(verdict, "no_move_left")
    assert (note.article, note.facts["winner"], note.facts["ended_by"]) == ("BT-1", "white", "first_king")
    assert sentence(note).startswith("White has the first king: White has won (BT-1).")


def test_the_first_king_against_the_result():
    doubt = found(breakthrough("7-1", result="0-2"), "result_against_board")
    assert (doubt.facts["winner"], doubt.severity) == ("white", Severity.DOUBT)
    assert "White has the first king" in sentence(doubt)


def test_moves_after_the_first_king_are_moves_after_the_end():
    verdict = breakthrough("7-1 20-25 1-6", result="2-0")
    error = verdict.first_error
    assert (error.code, error.ply, error.article) == ("moves_after_end", 2, "BT-1")
    assert (error.facts["legal_moves"], verdict.plies) == ([], 1)
    assert "the first king had been crowned" in sentence(error)
    assert verdict.result.board == "white"


def test_without_a_king_a_blocked_side_loses_in_breakthrough_too():
    verdict = breakthrough("33x22", fen="W:W33:B28", result="2-0")
    note = found(verdict, "no_move_left")
    assert (note.facts["winner"], note.facts["ended_by"]) == ("white", "block")


# -- losing all ---------------------------------------------------------------------------------------


def antidraughts(moves, fen, **options):
    return judged(moves, fen=fen, variant="antidraughts", book="antidraughts", **options)


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        pytest.param("33x22", "W:W33:B28", id="all pieces lost"),
        pytest.param("30-24", "W:W30,20:B15", id="or shut in"),
    ],
)
def test_who_has_nothing_left_to_move_wins_antidraughts(moves, fen):
    verdict = antidraughts(moves, fen, result="0-2")
    note = found(verdict, "no_move_left")
    assert (note.article, note.facts["winner"], note.side.key) == ("AD-1", "black", "white")
    assert sentence(note).startswith("Black has no piece or no move left: Black has won (AD-1).")


def test_antidraughts_result_and_moves_after_the_end():
    doubt = found(antidraughts("33x22", "W:W33:B28", result="2-0"), "result_against_board")
    assert doubt.facts["winner"] == "black"
    assert "Black has no piece or no move left" in sentence(doubt)
    error = antidraughts("33x22 28-33", "W:W33:B28").first_error
    assert (error.code, error.ply, error.article) == ("moves_after_end", 2, "AD-1")
    assert "had no move left and had won" in sentence(error)
