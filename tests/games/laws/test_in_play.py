"""Scores of games in play: what is written for clocks, recalled and standing moves, and what is held."""

import pytest
from clock_lines import shuffle

from games.laws import LAW_BOOKS, Severity
from games.laws.in_play import MAX_TEXT, EnteredMove, is_written_move, judge_in_play, score_text
from games.laws.let_stand import may_stand
from games.pdn import read_game
from games.rules import VARIANTS, Side

DRAUGHTS = VARIANTS["international"]


@pytest.mark.parametrize("text", ["32-28", "37x28", "a1:c3", "26 x 37 x 28", "1-6".ljust(MAX_TEXT - 1) + "6"])
def test_written_moves(text):
    assert is_written_move(text)


@pytest.mark.parametrize(
    "text", ["", "3228", "-28", "32-", "32-28!", "z1-z2", "1-6".ljust(MAX_TEXT) + "6", "32-28}"]
)
def test_texts_that_are_no_moves(text):
    assert not is_written_move(text)


def test_a_score_has_clocks_recalled_and_standing_moves():
    moves = [
        EnteredMove("32-28", clocks=(860, None)),
        EnteredMove("19-23", clocks=(0, 3661), recalled=("11-16", "11-15")),
        EnteredMove("28-30", stood=True, left="B:W30:B1"),
        EnteredMove("1-6", clocks=(-5, 7200)),
    ]
    text = score_text(moves, DRAUGHTS, tags={"White": 'A  "B" \\', "Black": ""}, result="1-1")
    first, last = "32-28 {[%clock w0:14:20]}", "1-6 {[%clock W0:00:00 b2:00:00]}"
    second = "{[%recalled b 11-16]} {[%recalled b 11-15]} 19-23 {[%clock W0:00:00 b1:01:01]}"
    assert text.splitlines() == [
        '[Event "?"]',
        '[White "A \\"B\\" \\\\"]',
        "",
        f'{first} {second} {{[%stood w]}} 28-30 /FEN "B:W30:B1"/ {last} 1-1',
    ]


@pytest.mark.parametrize(
    ("fen", "first", "side"),
    [
        ("", None, "w"),
        ("B:W30:B1", None, "b"),
        (" b:W30:B1", None, "b"),
        ("W:W30:B1", None, "w"),
        ("", Side.BLACK, "b"),
    ],
)
def test_the_side_that_begins(fen, first, side):
    moves = [EnteredMove("1-7", recalled=("1-6",))]
    assert f"[%recalled {side} 1-6]" in score_text(moves, DRAUGHTS, tags={"FEN": fen}, first=first)


def test_moves_from_the_first_illegal_one_on_are_held():
    moves = [EnteredMove(text) for text in ("32-28", "19-23", "33-29", "20-24")]
    game = judge_in_play(moves, DRAUGHTS, LAW_BOOKS["standard-laws"])
    assert [(one.ply, one.side, one.text) for one in game.moves] == [
        (1, Side.WHITE, "32-28"),
        (2, Side.BLACK, "19-23"),
    ]
    assert (game.plies, game.held) == (2, ("33-29", "20-24"))
    assert game.offence.ply == 3
    captured = judge_in_play([*moves[:2], EnteredMove("28x19")], DRAUGHTS, LAW_BOOKS["standard-laws"])
    assert (captured.moves[2].captured, captured.held, captured.offence) == ((23,), (), None)
    assert captured.moves[2].route == (28, 19)


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        pytest.param(
            "english", "", [EnteredMove("11-15"), EnteredMove("22-18")], id="a capture must be made"
        ),
        pytest.param("english", "W:W27:B24,15,16,7,23", [], id="two captures with the same ends"),
        pytest.param(
            "english",
            "",
            [EnteredMove("11-15"), EnteredMove("22-18"), EnteredMove("9-13", stood=True)],
            id="after a move that stood",
        ),
        pytest.param(
            "frisian",
            "W:WK40,26:BK14",
            [EnteredMove(text) for text in ("40-1", "14-5", "1-6", "5-10", "6-1", "10-5")],
            id="a king that has to wait",
        ),
    ],
)
def test_a_legal_move_is_what_the_score_has_after_it_and_so_are_the_replies(variant, fen, moves):
    rules, book = VARIANTS[variant], LAW_BOOKS["frisian" if variant == "frisian" else "standard-laws"]

    def game(*texts):
        entered = [*moves, *(EnteredMove(text) for text in texts)]
        return judge_in_play(entered, rules, book, tags={"FEN": fen})

    now = game()
    assert now.legal_moves()
    assert len(now.replies()) == len(now.legal_moves())
    for move, replies in zip(now.legal_moves(), now.replies(), strict=True):
        after = game(move.text)
        assert (after.moves[-1], after.held) == (move, ())
        assert [text for text, _move in replies] == [one.text for one in after.legal_moves()]


def test_a_move_that_stood_is_shown_as_it_was_written():
    texts = ("11-15", "22-18", "9x13")
    game = judge_in_play(
        [EnteredMove(text, stood=text == "9x13") for text in texts],
        VARIANTS["english"],
        LAW_BOOKS["standard-laws"],
    )
    assert [(one.ply, one.text) for one in game.moves] == list(enumerate(texts, 1))
    assert (game.held, game.offence, game.proposal) == ((), None, None)


def test_the_offence_is_the_held_move_and_not_one_recalled_before_it():
    recalled = EnteredMove("33-29", recalled=("31-22",))
    moves = [EnteredMove("32-28"), EnteredMove("19-23"), recalled]
    game = judge_in_play(moves, DRAUGHTS, LAW_BOOKS["standard-laws"])
    assert (game.offence.facts["text"], game.offence.severity) == ("33-29", Severity.ERROR)
    assert (game.proposal.ply, game.proposal.offences) == (3, 2)


def test_the_offence_is_the_held_move_and_not_one_that_stood_before_it():
    moves = [
        EnteredMove("11-15"),
        EnteredMove("22-18"),
        EnteredMove("9-13", stood=True),
        EnteredMove("18-14"),
    ]
    game = judge_in_play(moves, VARIANTS["english"], LAW_BOOKS["standard-laws"])
    assert (game.plies, game.offence.ply, game.offence.facts["text"]) == (3, 4, "18-14")


def test_a_game_that_is_won_on_the_board_holds_what_comes_after_it():
    """No law has a sanction for it, so that nothing is proposed, whatever was recalled before."""
    moves = [EnteredMove("11-15", recalled=("11-20",)), EnteredMove("19x10"), EnteredMove("1-5")]
    tags = {"FEN": "B:W19:B11"}
    games = [
        judge_in_play(moves[:many], VARIANTS["english"], LAW_BOOKS["acf-faq"], tags=tags)
        for many in (1, 2, 3)
    ]
    assert [one.winner for one in games] == ["", "white", ""]
    last = games[-1]
    assert (last.held, last.offence.code, last.proposal) == (("1-5",), "moves_after_end", None)


def test_draws_that_can_be_claimed_now():
    """A repetition on the turns of its cycle alone (SL-D2); what a count of moves has drawn stays drawn."""
    line = ["1-6", "32-27", "6-1", "27-32"] * 4
    rules, book = VARIANTS["english"], LAW_BOOKS["standard-laws"]

    def claims(many):
        game = judge_in_play(
            [EnteredMove(one) for one in line[:many]], rules, book, tags={"FEN": "B:WK32:BK1"}
        )
        return [one.code for one in game.claims]

    assert [many for many in range(17) if claims(many)] == [11, 12, 13, 14]
    fen = "W:WK50,K45:BK1"
    moves = [EnteredMove(one) for one in shuffle(fen, "international", 14)]
    for many, codes in ((9, []), (10, ["endgame_limit"]), (14, ["endgame_limit", "repetition"])):
        game = judge_in_play(moves[:many], DRAUGHTS, LAW_BOOKS["fmjd-annex-1"], tags={"FEN": fen})
        assert [one.code for one in game.claims] == codes


def test_a_count_can_be_claimed_while_it_runs_and_what_the_law_has_drawn_stays_drawn():
    line = [*["c1-d2", "h8-g7", "d2-c1", "g7-h8"] * 7, "c1-d2", "h8-g7", "d2-c1", "a7-b6"]

    def claims(moves, variant, book, fen):
        entered = [EnteredMove(one) for one in moves]
        game = judge_in_play(entered, VARIANTS[variant], LAW_BOOKS[book], tags={"FEN": fen})
        assert not game.held
        return [one.code for one in game.claims]

    counted = [claims(line[:many], "russian", "fmjd-64", "W:WKc1,Ke1:BKh8,a7") for many in (29, 30, 31, 32)]
    assert counted == [[], ["move_count"], ["move_count"], []]  # F64-7.2.5; the man ends the count
    fen = "W:WK50,K45:BK1"
    drawn = [*shuffle(fen, "international", 10), "8-17", "6x22"]
    assert claims(drawn, "international", "fmjd-annex-1", fen) == ["endgame_limit"]


def test_illegal_moves_that_another_one_follows_stand_if_the_game_is_played_on():
    record = read_game("1. 32-28 {[%stood b]} 19-24 2. 28-23 *")
    first, second, third = (move.offset for move in record.moves)
    named = may_stand(record)
    assert [offset in named for offset in (first, second, third)] == [False, True, False]
    played_on = may_stand(record, play_on=True)
    assert [offset in played_on for offset in (first, second, third)] == [True, True, False]
    short = read_game("1. 32-28 {[%stood b]} 19-24 *")
    end = short.moves[-1].offset
    assert [offset in may_stand(short, play_on=True) for offset in (end, end + 1)] == [True, False]
