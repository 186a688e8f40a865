"""Every kind of illegal move: its code, its article, what was legal, and whether its piece could move."""

import pytest
from law_cases import found, judged, sheet

from games.laws import LAW_BOOKS, Sanction, Severity, VariantMemory, judge
from games.pdn import read_game
from games.rules import Side

ENGLISH_CASES = [
    pytest.param("", "11-15 22-18 8-11", "must_capture", "SL-I1a", 3, id="SL-I1a, M8: a jump was there"),
    pytest.param("B:W14,23:B9", "9x18", "capture_incomplete", "SL-I1a", 1, id="SL-I1a, M9: jump broken off"),
    pytest.param("", "13-17", "empty_square", "SL-I1c", 1, id="SL-I1c: nothing stands there"),
    pytest.param("", "11-15 7-10", "not_your_piece", "SL-I1c", 2, id="SL-I1c: the other side's piece"),
    pytest.param("", "11-20", "wrong_square", "SL-I1c", 1, id="SL-I1c: put on a wrong square"),
    pytest.param("", "8-11", "occupied_square", "SL-I1c", 1, id="SL-I1c: put on an occupied square"),
    pytest.param("", "11-33", "off_board", "SL-I1c", 1, id="SL-I1c: no such square"),
    pytest.param("", "11-15 22-17 15-11", "man_moved_backward", "SL-I1d", 3, id="SL-I1d: man back"),
    pytest.param("B:W14:B18", "18x9", "man_captured_backward", "SL-I1d", 1, id="SL-I1d: man jumps back"),
    pytest.param("B:W30:B9,14", "9x18", "jumped_own_piece", "SL-M5", 1, id="SL-M5: over an own piece"),
    pytest.param("B:W14:BK9", "9x18x9", "jumped_twice", "SL-M7", 1, id="SL-M7: the same piece twice"),
    pytest.param(
        "B:W25,26:B21",
        "21x30x23",
        "went_on_through_king_row",
        "SL-I1g",
        1,
        id="SL-I1g, M18: crowned and went on",
    ),
    pytest.param("", "11-15 10-14", "out_of_turn", "SL-I1h", 2, id="SL-I1h: out of turn"),
    pytest.param("", "22-18 11-15", "out_of_turn", "SL-I1h", 1, id="SL-S6, I1h: White began"),
    pytest.param("B:W14:B9", "9x18 14-10", "moves_after_end", "SL-W1", 2, id="SL-W1: the game was over"),
]


@pytest.mark.parametrize(("fen", "moves", "code", "article", "ply"), ENGLISH_CASES)
def test_kind_of_illegal_move(fen, moves, code, article, ply):
    verdict = judged(moves, fen=fen)
    error = verdict.first_error
    assert (error.code, error.article, error.ply) == (code, article, ply)
    assert error.severity is Severity.ERROR
    assert not verdict.is_legal
    assert not verdict.is_unreadable


def test_the_rule_that_forbids_the_move_names_the_capture_that_was_there():
    error = judged("11-15 22-18 8-11").first_error
    assert error.facts["legal_moves"] == ["15x22"]
    assert error.facts["articles"] == ["SL-I1a", "SL-M8"]
    assert error.facts["text"] == "8-11"
    assert error.side is Side.BLACK


def test_the_finding_says_where_the_move_stands_in_the_file():
    error = judged("1. 11-15 22-18 2. 8-11").first_error
    assert (error.line, error.column) == (3, 19)


@pytest.mark.parametrize(
    ("moves", "can_move"),
    [
        pytest.param("11-15 22-18 8-11", False, id="the piece on 8 cannot jump, so another corrects"),
        pytest.param("11-20", True, id="the piece on 11 can move, so it must correct"),
    ],
)
def test_correction_is_made_with_the_piece_first_moved_if_it_can_move(moves, can_move):
    error = judged(moves).first_error
    assert error.facts["mover_can_move"] is can_move
    assert error.facts["correct_with"] == "SL-M16"


def test_out_of_turn_is_the_offence_of_the_side_that_moved():
    verdict = judged("11-15 10-14")
    assert verdict.first_error.side is Side.BLACK
    assert verdict.proposals[0].side is Side.BLACK


@pytest.mark.parametrize(
    ("moves", "code", "owner"),
    [
        pytest.param("11-15 10-14", "out_of_turn", Side.BLACK, id="Black moves twice"),
        pytest.param("11-15 22-17 21-17", "not_your_piece", Side.WHITE, id="Black with a piece of White"),
        pytest.param("11-15 22-18 15x22 25x18 21-17", "out_of_turn", Side.WHITE, id="White moves twice"),
        pytest.param("11-15 7-10", "not_your_piece", Side.BLACK, id="White with a piece of Black"),
    ],
)
def test_a_piece_moved_out_of_turn_is_named_with_its_owner(moves, code, owner):
    error = judged(moves).first_error
    assert (error.code, error.facts["owner"]) == (code, owner.key)


@pytest.mark.parametrize(
    ("variant", "book", "fen", "moves", "article"),
    [
        pytest.param(
            "international",
            "fmjd-annex-1",
            "W:W28,50:B12,22,23",
            "28x19",
            "FMJD-4.13",
            id="FMJD 4.13: two before one",
        ),
        pytest.param(
            "brazilian", "brazilian-seed", "W:W22,32:B10,17,18", "22x13", "BR-6", id="BR-6: the most pieces"
        ),
        pytest.param("italian", "italian", "W:W22,32:B11,18,19", "22x13", "IT-5", id="Italian: most pieces"),
        pytest.param("czech", "czech", "W:W22,K32:B1,18", "22x15", "CZ-5", id="Czech: a king captures first"),
    ],
)
def test_priority_of_captures(variant, book, fen, moves, article):
    verdict = judged(moves, fen=fen, variant=variant, book=book)
    assert (verdict.first_error.code, verdict.first_error.article) == ("not_the_priority_capture", article)


def test_italian_men_do_not_take_kings():
    verdict = judged("22x15", fen="W:W22,32:BK19,1", variant="italian", book="italian")
    assert (verdict.first_error.code, verdict.first_error.article) == ("man_captured_king", "IT-2")


@pytest.mark.parametrize(
    ("book", "article"),
    [
        ("standard-laws", "SL-I1a"),
        ("acf-faq", "A-M7"),
        ("wcdf", "WCDF-1.20"),
    ],
)
def test_the_same_offence_under_each_english_book(book, article):
    assert judged("11-15 22-18 8-11", book=book).first_error.article == article


def test_a_book_without_the_article_says_unconfirmed():
    verdict = judged("13-17", variant="czech", book="czech")
    assert verdict.first_error.article == "unconfirmed"
    assert verdict.proposals[0].sanction is Sanction.ARBITER_DECIDES


def test_a_game_of_another_variant_is_judged_by_its_own_book():
    verdict = judged("33-29 17-22 39-34", variant="international", book="standard-laws")
    assert verdict.law_book is LAW_BOOKS["fmjd-annex-1"]


def test_a_score_that_stops_early_is_no_error():
    verdict = judged("11-15 22-18")
    assert verdict.is_legal
    assert verdict.findings == ()
    assert verdict.result.board == "open"


def test_a_record_without_moves_is_legal():
    verdict = judged("")
    assert verdict.is_legal
    assert verdict.plies == 0


def test_an_unreadable_position_is_told_and_not_judged():
    verdict = judged("1. 11-15", fen="B:W99:B1")
    assert verdict.is_unreadable
    assert found(verdict, "fen_unreadable").facts["reason"] == "fen_square_off_board"


@pytest.mark.parametrize(
    ("moves", "game_type", "variant", "ply", "source"),
    [
        pytest.param("11-15 22-18 15x22 25x18 8-11 29-52", "21", "english", 6, "tag", id="English, tagged"),
        pytest.param("11-15 22-18 15x22 25x18 8-11 29-52", "", "english", 6, "guess", id="English"),
        pytest.param("c3-d4 d6-c5 b2-c3 f6-g9", "25", "russian", 4, "tag", id="Russian, tagged"),
        pytest.param("c3-d4 d6-c5 b2-c3 f6-g9", "", "russian", 4, "guess", id="Russian"),
    ],
)
def test_a_slip_off_the_board_does_not_make_another_game_of_it(moves, game_type, variant, ply, source):
    verdict = judge(read_game(sheet(moves, tags=[("GameType", game_type)] if game_type else ())))
    assert (verdict.variant.key, verdict.variant_source) == (variant, source)
    assert (verdict.first_error.code, verdict.first_error.ply) == ("off_board", ply)


def test_a_tag_of_another_board_than_the_score_s_is_left_aside():
    verdict = judge(read_game(sheet("32-28 19-23 28x19 14x23 37-32", tags=[("GameType", "21")])))
    assert (verdict.variant.key, verdict.variant_source, verdict.is_legal) == ("international", "guess", True)


def test_a_file_of_one_game_does_not_claim_a_slip_in_a_game_of_another_board():
    memory = VariantMemory()
    for moves in ["11-15 22-18", "11-15 23-19", "9-14 22-18", "10-14 22-17"]:
        judge(read_game(sheet(moves)), memory=memory)
    verdict = judge(read_game(sheet("32-28 19-23 28x19 14x23 37-31")), memory=memory)
    assert (verdict.variant.key, verdict.first_error.ply) == ("international", 5)


def test_numbers_are_not_turned_to_make_a_score_legal_that_the_wrong_side_began():
    """Seen from the other side every such score would be legal; numbers have one side only (SL-S6)."""
    moves = "22-18 11-15 18x11 8x15 21-17 4-8 23-19 8-11 17-13 9-14"
    verdict = judged(moves)
    assert (verdict.first_error.code, verdict.first_error.ply) == ("out_of_turn", 1)
    assert verdict.first_error.side is Side.WHITE


def test_letters_are_not_turned_where_white_begins():
    verdict = judged("f6-g5 c3-d4", variant="russian", book="fmjd-64")
    assert (verdict.first_error.code, verdict.first_error.ply) == ("out_of_turn", 1)


def test_letters_seen_from_black_who_begins_are_turned():
    assert judged("c3-d4 f6-e5 d4xf6").is_legal


def test_an_unreadable_position_in_mid_game_is_told_with_its_place_and_text():
    verdict = judged('1. 11-15 22-18 /FEN "W:W99"/ 15x22')
    finding = found(verdict, "setup_unreadable")
    assert (finding.ply, finding.line, finding.column) == (3, 3, 16)
    assert (finding.facts["fen"], finding.facts["reason"]) == ("W:W99", "fen_square_off_board")
    assert verdict.is_unreadable
    assert verdict.plies == 2


def test_an_illegal_move_before_an_unreadable_position_is_the_error():
    verdict = judged('1. 11-15 15-19 22-18 /FEN "W:W99"/ 15x22')
    assert [finding.code for finding in verdict.findings] == ["out_of_turn"]
    assert not verdict.is_unreadable


def test_ambiguous_capture_lists_its_readings():
    verdict = judged("2x18 32-28", fen="B:W6,14,7,15,32:B2,1")
    note = found(verdict, "ambiguous_capture")
    assert note.severity is Severity.NOTE
    assert set(note.facts["readings"]) == {"2x9x18", "2x11x18"}
    assert note.facts["chosen"] in note.facts["readings"]
    assert (note.ply, note.side) == (1, Side.BLACK)
    assert verdict.is_legal


def test_ambiguous_capture_is_settled_by_what_follows():
    rest_fits_one = judged("2x18 15-10", fen="B:W6,14,7,15,32:B2,1")
    assert found(rest_fits_one, "ambiguous_capture").facts["chosen"] == "2x9x18"
    assert rest_fits_one.is_legal


def test_first_illegal_move_that_stood_is_followed_by_its_position():
    after = "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"
    verdict = judged(f'11-15 22-18 8-11 /FEN "{after}"/ 18-14 9x18')
    error = verdict.first_error
    assert (error.code, error.ply, error.facts["stood"]) == ("must_capture", 3, True)
    assert verdict.plies == 5
    assert verdict.replay.failure is None


@pytest.mark.parametrize(
    ("setup", "code", "article", "choices"),
    [
        pytest.param(
            "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,15",
            "own_piece_removed",
            "SL-I1f",
            ("play_on", "put_back"),
            id="SL-I1f, M12: own man on 12 lifted, the opponent chooses",
        ),
        pytest.param(
            "W:W22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15",
            "piece_not_jumped_removed",
            "SL-I1e",
            (),
            id="SL-I1e: enemy man on 21 lifted without a jump",
        ),
    ],
)
def test_pieces_wrongly_lifted_off_show_in_the_setup(setup, code, article, choices):
    verdict = judged(f'11-15 /FEN "{setup}"/ 23-19')
    finding = found(verdict, code)
    assert (finding.article, finding.ply, finding.side) == (article, 1, Side.BLACK)
    assert verdict.proposals[0].choices == choices
    assert verdict.proposals[0].sanction is Sanction.CAUTION


def test_two_faults_of_one_move_are_one_offence():
    """SL-I3 forfeits the game for a second move; own and enemy pieces were lifted in the same one."""
    setup = "W:W22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,15"
    verdict = judged(f'11-15 /FEN "{setup}"/ 23-19')
    assert [finding.code for finding in verdict.findings] == ["own_piece_removed", "piece_not_jumped_removed"]
    assert [(p.sanction, p.offences) for p in verdict.proposals] == [(Sanction.CAUTION, 1)] * 2


def test_pieces_lifted_off_in_two_moves_are_two_offences():
    moves = '11-15 /FEN "W:W22,30:B15,4,5"/ 22-17 /FEN "B:W17,30:B15,4,5"/ 15-18 /FEN "W:W17,30:B18,5"/ 17-13'
    verdict = judged(moves, fen="B:W22,30:B11,4,1,5")
    assert [(one.ply, one.sanction) for one in verdict.proposals] == [
        (1, Sanction.CAUTION),
        (3, Sanction.FORFEIT),
    ]


START = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"


def test_every_square_can_lose_its_piece_and_each_is_named():
    setup = "W:W21,22,23,24,25,26,27,28,29,30,31:B2,3,4,5,6,7,8,9,10,12,15"
    verdict = judged(f'11-15 /FEN "{setup}"/ 23-19')
    told = {
        one.code: (one.facts["removed"], one.facts["text"], one.facts["stood"]) for one in verdict.findings
    }
    assert told == {
        "own_piece_removed": (["1"], "11-15", True),
        "piece_not_jumped_removed": (["32"], "11-15", True),
    }
    assert [one.stood for one in verdict.proposals] == [True, True]
    assert {(one.line, one.severity) for one in verdict.findings} == {(3, Severity.ERROR)}


OWN, ENEMY = "own_piece_removed", "piece_not_jumped_removed"


@pytest.mark.parametrize(
    ("fen", "moves", "expected"),
    [
        pytest.param("", f'/FEN "{START}"/ 23-19', [], id="before the first move"),
        pytest.param("", f'11-15 /FEN "{START}"/ 23-19', [], id="nothing is missing"),
        pytest.param("", f'11-15 /FEN "{START.replace("W21", "W20,21")}"/ 23-19', [], id="a piece was added"),
        pytest.param("", f'11-15 /FEN "{START.replace("W21", "W20")}"/ 23-19', [], id="a piece was moved"),
        pytest.param(
            "B:W22,30:B11,4,1",
            '/FEN "B:W22,30:B11,4,1"/ 11-15 /FEN "W:W22,30:B15,4"/ 22-17',
            [(OWN, 1, ["1"])],
            id="behind a position that was set up",
        ),
        pytest.param(
            "B:W22,30:B11,4,1",
            '1-10 /FEN "W:W22,30:B10,4"/ 22-17 /FEN "B:W17:B10,4"/ 10-15',
            [("wrong_square", 1, None), (OWN, 2, ["30"])],
            id="behind an illegal move, which is ruled on as such",
        ),
        pytest.param(
            "B:WK22,30:BK11,4,1",
            '11-15 /FEN "W:WK22,30:BK15,1"/ 22-17 /FEN "B:WK17:BK15"/ 15-18',
            [(OWN, 1, ["4"]), (OWN, 2, ["30"]), (ENEMY, 2, ["1"])],
            id="men, and kings are still there",
        ),
        pytest.param(
            "B:WK22,K30:BK11,K4,1",
            '11-15 /FEN "W:WK22,K30:BK15,1"/ 22-17 /FEN "B:WK17:B1"/ 1-6',
            [(OWN, 1, ["4"]), (OWN, 2, ["30"]), (ENEMY, 2, ["15"])],
            id="kings",
        ),
    ],
)
def test_setups_that_show_a_piece_lifted_off(fen, moves, expected):
    verdict = judged(moves, fen=fen)
    assert [(one.code, one.ply, one.facts.get("removed")) for one in verdict.findings if one.ply] == expected
