"""Where games turned in the ending: the ply, who gave what away, and the moves that kept it."""

from proved_positions import ENGLISH, SHIPPED, UpTo

from games.endings import Value
from games.endings.report import ending_report
from games.judging.selectors.endings import game_endings, opened_table
from games.judging.selectors.viewer import viewer_payload
from games.laws.judge import judge
from games.pdn import read_game
from games.rules import Side, derive_from_text, move_text

# Black wins by 8-11 alone; 8-12 draws, and White could then hold by 4-8 alone.
TWICE = '[GameType "21"]\n[FEN "B:W32,K4:B3,K8"]\n[Result "*"]\n\n1... 8-12 2. 32-27 *'


def verdict(pdn):
    return judge(read_game(pdn), None, variant=ENGLISH)


def report(pdn, table=SHIPPED):
    played = verdict(pdn).replay
    return ending_report(played.positions, played.moves, ENGLISH, table)


def test_what_was_given_away_is_told_with_ply_side_and_the_moves_that_kept_it():
    found = report(TWICE)
    assert found.from_ply == 1
    assert found.values == (Value.WIN, Value.DRAW, Value.WIN)
    told = [
        (turn.ply, turn.side, turn.before, turn.after, [move_text(move, ENGLISH) for move in turn.keeping])
        for turn in found.turns
    ]
    assert told == [
        (1, Side.BLACK, Value.WIN, Value.DRAW, ["8-11"]),
        (2, Side.WHITE, Value.DRAW, Value.LOSS, ["4-8"]),
    ]


def test_a_game_played_as_the_table_would_has_no_turn():
    assert report(TWICE.replace("8-12 2. 32-27", "8-11")).turns == ()


def test_a_game_that_never_comes_down_to_so_few_pieces_says_nothing():
    assert report("1. 11-15 23-19 2. 8-11 22-17 *")[::2] == (None, ())
    assert report(TWICE, UpTo(SHIPPED, 3))[::2] == (None, ())


def test_a_position_put_on_the_board_in_mid_game_is_nobodys_doing():
    found = report(TWICE.replace("8-12 2. 32-27", '8-11 /FEN "W:W32,K4:B3,K12"/ 2. 32-27'))
    assert [turn.ply for turn in found.turns] == [2]


def test_the_viewer_has_the_turns_in_words():
    told = viewer_payload(verdict(TWICE))["endings"]
    assert (told["pieces"], told["from_ply"]) == (4, 1)
    assert [turn["sentence"] for turn in told["turns"]] == [
        "8-12 by Black turned a won position into a drawn one; 8-11 would have preserved it.",
        "32-27 by White turned a drawn position into a lost one; 4-8 would have preserved it.",
    ]


def test_without_a_table_the_report_is_empty_and_says_so():
    house = derive_from_text("base=russian; king_flies=no")
    played = judge(read_game("1. c3-d4 d6-c5 *"), None, variant=house).replay
    assert opened_table(house).most_pieces == 0
    assert game_endings(played) == {"pieces": 0, "from_ply": None, "turns": []}
