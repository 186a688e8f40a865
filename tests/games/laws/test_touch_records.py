"""Touch records in the score: what a touch binds to, and what follows by the ladder."""

import pytest
from law_cases import found, judged

from games.judging.messages import finding_sentence
from games.laws import Sanction, Severity
from games.laws.report import finding_as_dict
from games.rules import Side


def ladder(verdict):
    return [(p.side.key, p.code, p.sanction.value, p.article, p.offences) for p in verdict.proposals]


def test_a_touched_playable_piece_that_was_moved_is_in_order():
    verdict = judged("{[%touch b 11]} 11-15")
    assert verdict.findings == ()
    (ruling,) = verdict.touches
    assert ruling.is_binding
    assert ruling.is_kept
    assert [(m.origin, m.destination) for m in ruling.satisfying] == [(11, 15), (11, 16)]
    assert ruling.playable == (9, 10, 11, 12)


@pytest.mark.parametrize(
    ("book", "article"),
    [
        pytest.param("standard-laws", "SL-T4", id="SL-T4: must move it or forfeits"),
        pytest.param("acf-faq", "A-T1", id="A-T1: forfeits"),
        pytest.param("wcdf", "WCDF-1.23", id="WCDF 1.23"),
    ],
)
def test_touching_one_piece_and_moving_another_forfeits(book, article):
    verdict = judged("{[%touch b 11]} 9-13", book=book)
    finding = found(verdict, "touched_not_moved")
    assert (finding.article, finding.side, finding.ply) == (article, Side.BLACK, 1)
    assert finding.severity is Severity.DOUBT
    assert finding.facts["satisfying"] == ["11-15", "11-16"]
    assert finding.facts["played"] == "9-13"
    assert ladder(verdict) == [("black", "touched_not_moved", "forfeit", article, 1)]
    assert verdict.is_legal


def test_fmjd_leaves_the_choice_to_the_opponent():
    verdict = judged("{[%touch w 33]} 32-28", variant="international", book="fmjd-annex-1")
    assert found(verdict, "touched_not_moved").article == "FMJD-5.4.3"
    (proposal,) = verdict.proposals
    assert proposal.sanction is Sanction.OPPONENT_CHOOSES
    assert proposal.choices == ("rectified", "let_stand")


def test_the_first_piece_touched_binds():
    verdict = judged("{[%touch b 11] [%touch b 9]} 9-13")
    assert found(verdict, "touched_not_moved").facts["square"] == "11"


def test_touching_when_a_capture_must_be_made_binds_only_to_pieces_that_capture():
    verdict = judged("11-15 22-18 {[%touch b 8]} 15x22")
    finding = found(verdict, "touched_unmovable")
    assert (finding.article, finding.facts["playable"]) == ("SL-I1b", ["15"])
    assert ladder(verdict) == [("black", "touched_unmovable", "caution", "SL-I1", 1)]


def test_touching_off_turn_binds_to_nothing():
    verdict = judged("{[%touch w 22]} 11-15 23-19")
    assert verdict.findings == ()
    assert [ruling.is_binding for ruling in verdict.touches] == [False]


def test_a_touch_before_a_move_never_made_stays_open():
    verdict = judged("11-15 {[%touch w 22]}")
    assert verdict.findings == ()
    assert [(r.is_binding, r.is_kept) for r in verdict.touches] == [(True, None)]


def test_second_improper_act_forfeits():
    verdict = judged("{[%touch b 1]} 11-15 23-19 {[%touch b 2]} 8-11")
    assert ladder(verdict) == [
        ("black", "touched_unmovable", "caution", "SL-I1", 1),
        ("black", "touched_unmovable", "forfeit", "SL-I3", 2),
    ]
    assert [f.facts["sanction"] for f in verdict.findings] == ["caution", "forfeit"]


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param("11-15 22-18 {[%touch b 8] [%recalled b 8-11]} 15x22", id="recalled"),
        pytest.param("11-15 22-18 {[%touch b 8]} 8-11", id="written last"),
        pytest.param(
            "11-15 22-18 {[%touch b 8]} 8-11 "
            '/FEN "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"/ 18-14',
            id="it stood",
        ),
    ],
)
def test_touching_a_piece_and_moving_it_wrongly_is_one_offence(moves):
    """The touch of SL-I1b is the beginning of the wrong move; SL-I3 wants a second one."""
    assert ladder(judged(moves)) == [
        ("black", "touched_unmovable", "caution", "SL-I1", 1),
        ("black", "must_capture", "caution", "SL-I1", 1),
    ]


def test_touching_one_piece_and_moving_another_wrongly_is_two():
    verdict = judged("11-15 22-18 {[%touch b 8] [%recalled b 9-14]} 15x22")
    assert [p.sanction for p in verdict.proposals] == [Sanction.CAUTION, Sanction.FORFEIT]


def test_offences_are_counted_for_each_player():
    verdict = judged("{[%touch b 1]} 11-15 {[%touch w 32]} 23-19 8-11 {[%touch w 31]} 22-17")
    assert [(p.side, p.offences) for p in verdict.proposals] == [
        (Side.BLACK, 1),
        (Side.WHITE, 1),
        (Side.WHITE, 2),
    ]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        pytest.param("{[%adjust b 9]} 11-15", [], id="SL-T1: before the first move"),
        pytest.param("11-15 {[%adjust w 22 announced]} 23-19", [], id="SL-T2: announced"),
        pytest.param(
            "11-15 {[%adjust w 22 not announced]} 23-19",
            [("white", "adjusted_unannounced", "warning", "SL-T3", 1)],
            id="SL-T3: said not to be announced",
        ),
        pytest.param(
            "11-15 {[%adjust w 22]} 23-19",
            [("white", "adjusted_unannounced", "warning", "SL-T3", 1)],
            id="SL-T3: warning the first time",
        ),
        pytest.param(
            "11-15 {[%adjust w 22]} 23-19 8-11 {[%adjust w 21]} 22-17",
            [
                ("white", "adjusted_unannounced", "warning", "SL-T3", 1),
                ("white", "adjusted_unannounced", "forfeit", "SL-T3", 2),
            ],
            id="SL-T3: the game the second time",
        ),
        pytest.param(
            "11-15 {[%adjust b 9]} 23-19",
            [("black", "adjusted_unannounced", "warning", "SL-T3", 1)],
            id="SL-T2 binds both players, on turn or not",
        ),
    ],
)
def test_straightening_pieces(moves, expected):
    assert ladder(judged(moves)) == expected


def test_straightening_is_free_in_the_acf_answers():
    verdict = judged("11-15 {[%adjust w 22]} 23-19", book="acf-faq")
    finding = found(verdict, "adjusted_unannounced")
    assert (finding.severity, finding.article) == (Severity.NOTE, "A-T2")
    assert verdict.proposals == ()


def test_warnings_for_straightening_do_not_count_as_improper_moves():
    verdict = judged("11-15 {[%adjust w 22]} 23-19 8-11 {[%touch w 32]} 22-17")
    assert [p.sanction for p in verdict.proposals] == [Sanction.WARNING, Sanction.CAUTION]


@pytest.mark.parametrize(
    ("book", "sanction", "article"),
    [
        pytest.param("standard-laws", "caution", "SL-T5", id="SL-T5: must be played in that direction"),
        pytest.param("acf-faq", "forfeit", "A-T1", id="A-T1: touched and committed"),
    ],
)
def test_a_piece_moved_over_a_corner_is_played_that_way(book, sanction, article):
    verdict = judged("{[%corner b 11 15]} 11-16", book=book)
    finding = found(verdict, "left_over_corner")
    assert finding.article == article
    assert finding.facts["satisfying"] == ["11-15"]
    assert verdict.proposals[0].sanction.value == sanction
    assert judged("{[%corner b 11 15]} 11-15", book=book).findings == ()


def test_a_corner_binds_to_the_piece_too():
    assert found(judged("{[%corner b 11 15]} 9-13"), "touched_not_moved").facts["satisfying"] == ["11-15"]


@pytest.mark.parametrize(
    "records",
    [
        pytest.param("[%corner b 11 99]", id="no square of the board"),
        pytest.param("[%corner b 11 7]", id="no move that way"),
        pytest.param("[%corner b 11 11]", id="its own square"),
        pytest.param("[%touch b 11 15]", id="a touch has no direction"),
        pytest.param("[%touch b 11] [%corner b 9 14]", id="the corner of another piece"),
        pytest.param("[%touch b 11] [%corner w 11 15]", id="a corner off turn"),
    ],
)
def test_without_a_corner_of_its_own_a_piece_goes_where_it_can(records):
    for move in ("11-15", "11-16"):
        assert judged(f"{{{records}}} {move}").findings == ()
    assert found(judged(f"{{{records}}} 9-13"), "touched_not_moved").facts["satisfying"] == ["11-15", "11-16"]


@pytest.mark.parametrize(
    ("fen", "touch", "move", "square"),
    [
        pytest.param("B:W18,30:BK1,15", "b 1", "15x22", "1", id="Black's king"),
        pytest.param("B:W18,30:B1,15", "b 1", "15x22", "1", id="Black's man"),
        pytest.param("W:WK32,22:B18,1", "w 32", "22x15", "32", id="White's king"),
        pytest.param("W:W32,22:B18,1", "w 32", "22x15", "32", id="White's man"),
        pytest.param("B:W18,K30:B1,15", "b 18", "15x22", "", id="a man of the opponent"),
        pytest.param("B:W18,K30:B1,15", "b 30", "15x22", "", id="a king of the opponent"),
        pytest.param("W:W32,22:B18,K1", "w 1", "22x15", "", id="a king of the opponent, White to move"),
        pytest.param("B:W18,30:B1,15", "b 8", "15x22", "", id="an empty square"),
        pytest.param("B:W18,30:B1,15", "b 99", "15x22", "", id="no square"),
    ],
)
def test_an_improper_touch_is_one_of_an_own_piece(fen, touch, move, square):
    """SL-I1b: a piece of one's own that cannot be played."""
    verdict = judged(f"{{[%touch {touch}]}} {move}", fen=fen)
    assert [one.is_binding for one in verdict.touches] == [False]
    findings = [one for one in verdict.findings if one.ply == 1]
    assert [(one.code, one.facts["square"]) for one in findings] == [("touched_unmovable", square)] * bool(
        square
    )


def test_fmjd_lets_a_piece_in_the_hand_go_elsewhere():
    verdict = judged("{[%corner w 33 29]} 33-28", variant="international", book="fmjd-annex-1")
    assert verdict.findings == ()


def test_a_recalled_illegal_move_is_an_offence_and_binds_its_piece():
    verdict = judged("{[%recalled b 11-20]} 9-13")
    wrong, other = verdict.findings
    assert (wrong.code, wrong.article, wrong.facts["recalled"]) == ("wrong_square", "SL-I1c", True)
    assert (other.code, other.article) == ("touched_not_moved", "SL-M16")
    assert [p.sanction for p in verdict.proposals] == [Sanction.CAUTION, Sanction.FORFEIT]
    assert verdict.is_legal


def test_a_recalled_move_corrected_with_the_same_piece_is_one_caution():
    verdict = judged("{[%recalled b 11-20]} 11-16")
    assert ladder(verdict) == [("black", "wrong_square", "caution", "SL-I1", 1)]


def test_a_recalled_move_of_a_piece_that_cannot_move_frees_the_choice():
    verdict = judged("11-15 22-18 {[%recalled b 8-11]} 15x22")
    assert ladder(verdict) == [("black", "must_capture", "caution", "SL-I1", 1)]


def test_a_recalled_move_out_of_turn_is_the_other_side_s_offence():
    verdict = judged("{[%recalled w 22-18]} 11-15")
    assert ladder(verdict) == [("white", "out_of_turn", "caution", "SL-I1", 1)]
    assert found(verdict, "out_of_turn").facts["recalled"] is True


@pytest.mark.parametrize(
    ("records", "move", "code"),
    [
        pytest.param("[%recalled b 11-15]", "11-16", "left_over_corner", id="the same piece elsewhere"),
        pytest.param("[%recalled b 11-15]", "9-13", "touched_not_moved", id="another piece"),
        pytest.param(
            "[%touch b 11] [%recalled b 11-15]", "11-16", "left_over_corner", id="touch recorded too"
        ),
        pytest.param(
            "[%touch b 11] [%recalled b 11-15]", "9-13", "touched_not_moved", id="and another piece"
        ),
        pytest.param("[%recalled b 11-15] [%recalled b 11-16]", "11-16", "left_over_corner", id="twice"),
        pytest.param(
            "[%recalled b 11-20] [%recalled b 11-15]", "11-16", "left_over_corner", id="after another"
        ),
    ],
)
def test_a_legal_move_may_not_be_taken_back(records, move, code):
    """SL-T6: letting go completed the move, whatever else was recorded of the same piece."""
    finding = found(judged(f"{{{records}}} {move}"), code)
    assert (finding.article, finding.facts["taken_back"]) == ("SL-T6", "11-15")
    assert finding.facts["satisfying"] == ["11-15"]


def test_a_completed_move_that_left_the_corner_does_not_bind():
    verdict = judged("{[%corner b 11 15] [%recalled b 11-16]} 11-16")
    finding = found(verdict, "left_over_corner")
    assert (finding.article, finding.facts["satisfying"], finding.facts["taken_back"]) == (
        "SL-T5",
        ["11-15"],
        "",
    )
    assert judged("{[%corner b 11 15] [%recalled b 11-16]} 11-15").findings == ()


def test_illegal_moves_that_stood_count_on_the_ladder():
    after = "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"
    verdict = judged(f'{{[%touch b 1]}} 11-15 22-18 8-11 /FEN "{after}"/ 18-14')
    assert ladder(verdict) == [
        ("black", "touched_unmovable", "caution", "SL-I1", 1),
        ("black", "must_capture", "forfeit", "SL-I3", 2),
    ]


def test_an_illegal_move_that_is_only_written_is_proposed_on_condition():
    verdict = judged("11-15 22-18 8-11")
    assert [(p.sanction, p.if_played) for p in verdict.proposals] == [(Sanction.CAUTION, True)]


def test_letter_squares_in_touch_records():
    verdict = judged("{[%touch w c3]} e3-d4", variant="russian", book="fmjd-64")
    assert found(verdict, "touched_not_moved").facts["square"] == "c3"


@pytest.mark.parametrize(
    "comment",
    [
        "[%touch]",
        "[%touch x 11]",
        "[%touch b 99]",
        "[%touch b]",
        "[%corner b 11]",
        "[%recalled b]",
        "[%recalled b ??]",
    ],
)
def test_a_touch_record_that_says_nothing_changes_nothing(comment):
    verdict = judged(f"{{{comment}}} 11-15")
    assert verdict.findings == ()
    assert verdict.is_legal


@pytest.mark.parametrize(
    ("book", "variant", "command", "expected"),
    [
        ("standard-laws", "", "b refused_rules", [("black", "refused_rules", "forfeit", "SL-I4", 1)]),
        ("acf-faq", "", "w distracting", [("white", "distracting", "warning", "A-C1", 1)]),
        ("wcdf", "", "w distracting", [("white", "distracting", "arbiter_decides", "unconfirmed", 1)]),
        ("standard-laws", "", "b crowning_forgotten", []),
        ("standard-laws", "", "w pieces_displaced sleeve", []),
        ("standard-laws", "", "- agreed_result", []),
        ("wcdf", "", "w time_corrected 5 minutes", []),
        (
            "fmjd-annex-1",
            "international",
            "b crowning_forgotten",
            [("black", "crowning_forgotten", "opponent_chooses", "FMJD-5.4", 1)],
        ),
    ],
)
def test_what_the_arbiter_recorded_is_found_and_follows_the_book(book, variant, command, expected):
    moves = "32-28" if variant else "11-15"
    rules = {"variant": variant} if variant else {}
    verdict = judged(f"{{[%incident {command}]}} {moves}", book=book, **rules)
    finding = found(verdict, command.split()[1])
    assert finding.facts["is_recorded"]
    assert ladder(verdict) == expected
    assert finding.severity is (Severity.DOUBT if expected else Severity.NOTE)


def test_a_recorded_wrong_move_is_counted_with_those_in_the_score():
    verdict = judged("{[%incident b must_capture]} 11-15 23-19 {[%touch b 2]} 8-11")
    assert [(one.code, one.sanction.value) for one in verdict.proposals] == [
        ("must_capture", "caution"),
        ("touched_unmovable", "forfeit"),
    ]


def test_a_code_nobody_knows_is_kept_as_something_else():
    verdict = judged("{[%incident b strange things]} 11-15")
    assert found(verdict, "other_incident").facts["text"] == "strange things"
    assert verdict.proposals == ()
    assert found(judged("{[%incident b]} 11-15"), "other_incident").facts["text"] == ""


def readings(verdict):
    (proposal,) = verdict.proposals
    return [(one.code, one.article, one.sanction.value, one.sanction_article) for one in proposal.readings]


@pytest.mark.parametrize(
    ("book", "touch"), [("standard-laws", "SL-T4"), ("acf-faq", "A-T1"), ("wcdf", "WCDF-1.23")]
)
@pytest.mark.parametrize("written", ["[%recalled b 12-16]", "[%incident b move_taken_back 12-16]"])
def test_a_legal_move_taken_back_for_another_piece_has_two_readings(book, touch, written):
    """SL-T6: the first move stands. SL-T4: a playable piece was touched and another moved."""
    verdict = judged(f"{{{written}}} 11-15", book=book)
    stands, touched = readings(verdict)
    assert (stands[0], stands[2]) == ("move_taken_back", "caution")
    assert touched[:3] == ("touched_not_moved", touch, "forfeit")
    (finding,) = verdict.findings
    told = finding_as_dict(finding)
    sentence = finding_sentence(told["code"], told["facts"], side="black", article=told["article"])
    assert f"stands ({stands[1]}: a caution), or a piece was touched" in sentence
    assert f"({touch}: loss of the game). The arbiter decides." in sentence
    assert "Proposed" not in sentence


def test_behind_a_move_that_could_not_be_played_only_incidents_are_read():
    """No position is known there, so that no touch can be judged; what the arbiter saw is recorded."""
    verdict = judged(
        "11-15 22-18 8-11 {[%touch w 32] [%incident w distracting loud]} 25-22 {[%adjust b 1]} 4-8"
    )
    assert [(one.code, one.ply) for one in verdict.findings] == [("must_capture", 3), ("distracting", 4)]
    assert found(verdict, "distracting").facts["text"] == "loud"
    assert verdict.touches == ()


@pytest.mark.parametrize(
    ("moves", "codes"),
    [
        pytest.param(
            "{[%touch b 10] [%stood b]} 9-17", ["wrong_square"], id="the illegal move is what is ruled on"
        ),
        pytest.param(
            "{[%stood b]} 9-17 22x13 {[%touch b 10]} 11-15",
            ["wrong_square", "touched_not_moved"],
            id="an earlier one excuses nothing",
        ),
    ],
)
def test_a_touch_before_an_illegal_move_that_stood(moves, codes):
    assert [one.code for one in judged(moves).findings] == codes


@pytest.mark.parametrize("squares", ["", " 99", " 99 22"])
def test_straightening_of_no_known_square_is_told_without_one(squares):
    verdict = judged(f"11-15 {{[%adjust w{squares}]}} 23-19")
    assert found(verdict, "adjusted_unannounced").facts["square"] == "?"
    assert [(one.square, one.kind) for one in verdict.touches] == [(0, "adjust")]


def test_straightening_never_binds():
    verdict = judged("{[%touch b 11] [%adjust b 11 announced] [%touch w 11]} 11-15")
    assert {(one.kind, one.side.key): (one.is_binding, one.is_kept) for one in verdict.touches} == {
        ("touch", "black"): (True, True),
        ("adjust", "black"): (False, None),
        ("touch", "white"): (False, None),
    }


def test_a_recalled_move_says_how_the_capture_goes_on():
    verdict = judged("{[%recalled b 15x22]} 15x22x31", fen="B:W18,26,32:B15,1")
    assert found(verdict, "capture_incomplete").facts["goes_on_as"] == ["15x22x31"]


def test_recalled_moves_of_no_board_or_after_the_end_are_no_offence():
    assert judged("15x22 {[%recalled w 18-14]}", fen="B:W18:B15").proposals == ()
    assert found(judged("{[%recalled b 11-99]} 11-15"), "off_board").facts["recalled"] is True


def test_a_touch_alone_has_one_reading():
    verdict = judged("{[%touch b 12]} 11-15")
    assert readings(verdict) == []


@pytest.mark.parametrize(
    ("moves", "options"),
    [
        pytest.param("{[%recalled b 11-15]} 11-16", {}, id="the piece that was touched moved"),
        pytest.param("{[%recalled b 11-20]} 9-13", {}, id="an illegal move taken back"),
        pytest.param("{[%touch b 1]} 11-15 22-18 {[%recalled b 15x22]} 15x22", {}, id="made again"),
        pytest.param(
            "{[%recalled w 33-28]} 32-28",
            {"variant": "international", "book": "fmjd-annex-1"},
            id="the same follows from both",
        ),
    ],
)
def test_where_one_reading_is_left_nothing_is_offered(moves, options):
    verdict = judged(moves, **options)
    assert verdict.proposals
    assert not any(one.readings for one in verdict.proposals)


def test_a_second_offence_forfeits_by_either_reading():
    verdict = judged("{[%touch b 1]} 11-15 23-19 {[%recalled b 12-16]} 8-11")
    assert [one.sanction for one in verdict.proposals] == [Sanction.CAUTION, Sanction.FORFEIT]
    assert not any(one.readings for one in verdict.proposals)
