"""Rulings as an arbiter reads them: what happened, what the book asks for on each rung, what becomes of it.

Every kind of incident and every rung of the Standard Laws; of the other books what is otherwise.
"""

import pytest
from effort import sample
from incidents import Hall, case_of, words_for

from games.laws.incidents import INCIDENTS
from tournaments.cases.errors import DeviationNeedsReason
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.models import EntryState, Outcome, Ruling
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db
GOES_ON, LOST = Outcome.PENDING, Outcome.BLACK  # of who has White at the first board
IMPROPER = (("caution", "SL-I1"), ("game_lost", "SL-I3"))
FREE, SILENT = "free", "silent"
BOOKS = {"standard-laws": "english", "acf-faq": "english", "wcdf": "english", "fmjd-annex-1": "international"}


@pytest.fixture
def hall_by():
    """A hall that plays by a law book, and has no regulations beside it."""

    def made(book, **facts):
        return Hall(preset="weekend", variant=BOOKS[book], law_book=book, **facts).by_law_book_alone()

    return made


def white(hall):
    return hall.row.pairings.order_by("board_number").first().white.name


def ruled(hall, name, code, *, game=1, **decided):
    """Rule as the book proposes; where it leaves it to the arbiter, with a caution."""
    place = {"event_id": hall.event.pk, "about": hall.at(name, game)}
    case = open_case(**place, incident=code, told=words_for(code), actor=hall.arbiter)
    asked = hall.proposed(case).consequence
    given = {"consequence": asked.value if asked else "caution"} | decided
    return rule_on_case(case_id=case.pk, decided=RulingDecision(**given), actor=hall.arbiter)


def rung(ruling):
    return ruling.proposed["consequence"], ruling.proposed["article"]


STANDARD = [
    pytest.param("touched_not_moved", [("game_lost", "SL-T4")], ["SL-T4"], id="SL-T4: touched, must move"),
    pytest.param("touched_unmovable", IMPROPER, ["SL-I1", "SL-I1b"], id="SL-I1b: a piece that cannot move"),
    pytest.param("left_over_corner", IMPROPER, ["SL-I1", "SL-T5"], id="SL-T5: over the corner and back"),
    pytest.param(
        "adjusted_unannounced", [("warning", "SL-T3"), ("game_lost", "SL-T3")], ["SL-T3", "SL-T2"],
        id="SL-T3: warned, then lost",
    ),
    pytest.param("must_capture", IMPROPER, ["SL-I1", "SL-I1a", "SL-M8"], id="SL-I1a: a jump not taken"),
    pytest.param("capture_incomplete", IMPROPER, ["SL-I1", "SL-I1a", "SL-M9"], id="SL-I1a: a jump cut short"),
    pytest.param("not_the_priority_capture", FREE, ["SL-M10"], id="SL-M10: the choice is free"),
    pytest.param(
        "wrong_square", IMPROPER, ["SL-I1", "SL-I1c", "SL-M1", "SL-M3"], id="SL-I1c: a wrong square"
    ),
    pytest.param(
        "occupied_square", IMPROPER, ["SL-I1", "SL-I1c", "SL-M1", "SL-M5"], id="SL-I1c: an occupied square"
    ),
    pytest.param("empty_square", IMPROPER, ["SL-I1", "SL-I1c", "SL-M1"], id="SL-I1c: from an empty square"),
    pytest.param(
        "not_your_piece", IMPROPER, ["SL-I1", "SL-I1c", "SL-S7"], id="SL-I1c: a piece of the opponent"
    ),
    pytest.param("off_board", IMPROPER, ["SL-I1", "SL-I1c", "SL-S1"], id="SL-I1c: off the board"),
    pytest.param("man_moved_backward", IMPROPER, ["SL-I1", "SL-I1d", "SL-M1"], id="SL-I1d: a man backward"),
    pytest.param("man_captured_backward", IMPROPER, ["SL-I1", "SL-I1d", "SL-M3"], id="SL-I1d: captured back"),
    pytest.param("man_captured_king", FREE, ["SL-M13"], id="SL-M13: men may take kings"),
    pytest.param("jumped_own_piece", IMPROPER, ["SL-I1", "SL-M5", "SL-I1c"], id="SL-M5: own piece jumped"),
    pytest.param("jumped_twice", IMPROPER, ["SL-I1", "SL-M7", "SL-I1c"], id="SL-M7: one piece twice"),
    pytest.param(
        "piece_not_jumped_removed", IMPROPER, ["SL-I1", "SL-I1e", "SL-M11"], id="SL-I1e: a piece too many"
    ),
    pytest.param("own_piece_removed", IMPROPER, ["SL-I1", "SL-I1f", "SL-M12"], id="SL-I1f: an own piece"),
    pytest.param(
        "went_on_through_king_row", IMPROPER, ["SL-I1", "SL-I1g", "SL-M18"], id="SL-I1g: on after crowning"
    ),
    pytest.param("king_moved_too_often", FREE, [], id="no rule of this game: a king's fourth move"),
    pytest.param("turned_back", SILENT, [], id="nothing is said of a turn of 180 degrees"),
    pytest.param("landed_too_far", SILENT, [], id="no rule of this game: kings do not fly"),
    pytest.param("out_of_turn", IMPROPER, ["SL-I1", "SL-I1h", "SL-S7"], id="SL-I1h: out of turn"),
    pytest.param("move_taken_back", IMPROPER, ["SL-I1", "SL-T6", "SL-I1h"], id="SL-T6: a move taken back"),
    pytest.param(
        "wrong_piece_after_recall", [("game_lost", "SL-T4")], ["SL-T4", "SL-M16"], id="SL-M16: same piece"
    ),
    pytest.param("crowning_forgotten", "reminder", ["SL-M17"], id="SL-M17: the opponent is reminded"),
    pytest.param("pieces_displaced", FREE, ["SL-I2"], id="SL-I2: put back, no penalty"),
    pytest.param("flag_fell", SILENT, [], id="the flag: rules of the event"),
    pytest.param("clock_not_pressed", SILENT, [], id="pressing the clock: rules of the event"),
    pytest.param("wrong_clock_stopped", SILENT, [], id="the wrong clock: rules of the event"),
    pytest.param("time_corrected", FREE, [], id="the clock is set right"),
    pytest.param("distracting", SILENT, [], id="talking: the arbiter decides"),
    pytest.param("refused_rules", [("game_lost", "SL-I4")], ["SL-I4"], id="SL-I4: refusing the rules"),
    pytest.param("default_time", SILENT, [], id="the default time: rules of the event"),
    pytest.param("late_arrival", SILENT, [], id="late: rules of the event"),
    pytest.param("electronic_device", SILENT, [], id="a device: rules of the event"),
    pytest.param("left_the_hall", SILENT, [], id="left the hall: rules of the event"),
    pytest.param("outside_advice", SILENT, [], id="advice: rules of the event"),
    pytest.param("analysing", SILENT, [], id="analysing: rules of the event"),
    pytest.param("repeated_draw_offers", SILENT, [], id="draw offers: rules of the event"),
    pytest.param("score_sheet", SILENT, [], id="the score sheet: rules of the event"),
    pytest.param("agreed_result", FREE, ["SL-D1"], id="SL-D1: a draw may be agreed"),
    pytest.param("result_disputed", FREE, ["SL-W1", "SL-W2"], id="SL-W1: who won is seen from the board"),
    pytest.param("other_incident", FREE, [], id="something else"),
]  # fmt: skip


def test_every_kind_has_its_scenario():
    assert {one.values[0] for one in STANDARD} == set(INCIDENTS)


@pytest.mark.parametrize(("code", "rungs", "articles"), sample(STANDARD, one_in=2))
def test_by_the_standard_laws(hall_by, code, rungs, articles):
    hall = hall_by("standard-laws")
    name = white(hall)
    if rungs in (FREE, SILENT, "reminder"):
        ruling = ruled(hall, name, code)
        wanted = {FREE: ("none", 0), SILENT: (None, 1), "reminder": ("reminder", 0)}[rungs]
        assert (ruling.proposed["consequence"], ruling.proposed["in_game"]) == wanted
        assert ruling.articles == articles
        assert hall.result(name).outcome == GOES_ON
        return
    for number, (consequence, article) in enumerate(rungs, start=1):
        ruling = ruled(hall, name, code)
        assert rung(ruling) == (consequence, article)
        assert ruling.proposed["in_game"] == number
        assert set(articles[1:] if len(articles) > 1 else articles) <= set(ruling.articles)
        assert ruling.articles[0] == article
        assert hall.result(name).outcome == (LOST if consequence == "game_lost" else GOES_ON)
    assert Ruling.objects.count() == len(rungs)


OTHERWISE = [
    pytest.param("acf-faq", "adjusted_unannounced", ["none"], "A-T2", id="A-T2: straightening is free"),
    pytest.param("acf-faq", "left_over_corner", ["game_lost"], "A-T1", id="A-T1: committed, the game"),
    pytest.param("acf-faq", "touched_not_moved", ["game_lost"], "A-T1", id="A-T1: touched and committed"),
    pytest.param("acf-faq", "crowning_forgotten", ["reminder"], "A-M9", id="A-M9: a reminder"),
    pytest.param("acf-faq", "distracting", ["warning", "warning"], "A-C1", id="A-C1: a stern warning"),
    pytest.param("acf-faq", "must_capture", ["caution", "game_lost"], "SL-I1", id="A-M7: SL-I1 stays"),
    pytest.param("acf-faq", "agreed_result", ["none"], "A-D1", id="A-D1: both have to want it"),
    pytest.param("wcdf", "touched_not_moved", ["game_lost"], "WCDF-1.23", id="WCDF 1.23"),
    pytest.param("wcdf", "adjusted_unannounced", ["warning", "game_lost"], "SL-T3", id="WCDF: SL-T3 stays"),
    pytest.param("wcdf", "must_capture", ["caution", "game_lost"], "SL-I1", id="WCDF 1.20 by SL-I1"),
    pytest.param("wcdf", "distracting", [None, None], "unconfirmed", id="WCDF: what was not read is open"),
    pytest.param(
        "fmjd-annex-1", "must_capture", ["opponent_chooses"] * 2, "FMJD-5.4", id="FMJD 5.4: each time"
    ),
    pytest.param(
        "fmjd-annex-1", "touched_not_moved", ["opponent_chooses"], "FMJD-5.4", id="FMJD 5.4.3: touched"
    ),
    pytest.param("fmjd-annex-1", "touched_unmovable", ["none"], "FMJD-3.11", id="FMJD 3.11: it binds not"),
    pytest.param("fmjd-annex-1", "left_over_corner", ["none"], "FMJD-3.12", id="FMJD 3.12: in the hand"),
    pytest.param("fmjd-annex-1", "man_captured_backward", ["none"], "FMJD-4.1", id="FMJD 4.1: back, too"),
    pytest.param(
        "fmjd-annex-1", "not_the_priority_capture", ["opponent_chooses"], "FMJD-5.4", id="FMJD 4.13"
    ),
    pytest.param(
        "fmjd-annex-1", "crowning_forgotten", ["opponent_chooses"], "FMJD-5.4", id="FMJD 5.4.15: crowning"
    ),
    pytest.param("fmjd-annex-1", "adjusted_unannounced", [None], "FMJD-3.13", id="FMJD 3.13: it is open"),
    pytest.param("fmjd-annex-1", "pieces_displaced", ["none"], "FMJD-5.5", id="FMJD 5.5: put back"),
    pytest.param("fmjd-annex-1", "refused_rules", ["game_lost"], "FMJD-7.2.4", id="FMJD 7.2.4: refused"),
]  # fmt: skip


@pytest.mark.parametrize(("book", "code", "rungs", "article"), sample(OTHERWISE, one_in=2))
def test_by_other_books_where_they_differ(hall_by, book, code, rungs, article):
    hall = hall_by(book)
    name = white(hall)
    for number, consequence in enumerate(rungs):
        ruling = ruled(hall, name, code)
        assert ruling.proposed["consequence"] == consequence
        if number == 0:
            assert ruling.proposed["article"] == article
        assert hall.result(name).outcome == (LOST if consequence == "game_lost" else GOES_ON)


@pytest.mark.parametrize("book", ["standard-laws", "acf-faq", "wcdf"])
def test_two_wrong_moves_of_different_kinds_are_the_second_offence(hall_by, book):
    hall = hall_by(book)
    name = white(hall)
    assert rung(ruled(hall, name, "must_capture")) == ("caution", "SL-I1")
    assert rung(ruled(hall, name, "out_of_turn")) == ("game_lost", "SL-I3")


def test_a_warning_for_adjusting_is_no_rung_of_wrong_moves(hall_by):
    hall = hall_by("standard-laws")
    name = white(hall)
    ruled(hall, name, "adjusted_unannounced")
    assert rung(ruled(hall, name, "must_capture")) == ("caution", "SL-I1")
    assert rung(ruled(hall, name, "adjusted_unannounced")) == ("game_lost", "SL-T3")


def test_the_opponent_s_offences_are_counted_by_themselves(hall_by):
    hall = hall_by("standard-laws")
    ruled(hall, white(hall), "must_capture")
    ruling = ruled(hall, hall.black(), "must_capture")
    assert rung(ruling) == ("caution", "SL-I1")
    assert case_of(ruling).side == "black"


def test_after_a_superseded_caution_the_next_one_is_the_first_again(hall_by):
    hall = hall_by("standard-laws")
    name = white(hall)
    first = ruled(hall, name, "must_capture")
    decided = RulingDecision(consequence="none", reason="there was nothing to capture")
    supersede_ruling(case_id=first.case_id, decided=decided, actor=hall.arbiter)
    ruling = ruled(hall, name, "must_capture")
    assert (rung(ruling), ruling.proposed["in_event"]) == (("caution", "SL-I1"), 1)


def test_an_own_piece_removed_leaves_the_opponent_a_choice(hall_by):
    hall = hall_by("standard-laws")
    ruling = ruled(hall, white(hall), "own_piece_removed")
    assert ruling.proposed["choices"] == ("play_on", "put_back")
    chosen = choose_as_opponent(case_id=ruling.case_id, choice="play_on", actor=hall.arbiter)
    assert chosen.chooser.name == hall.black()


def test_an_irregularity_that_the_opponent_lets_pass_by_moving_stands(hall_by):
    hall = hall_by("fmjd-annex-1")
    ruling = ruled(hall, white(hall), "out_of_turn")
    assert ruling.proposed["choices"] == ("rectified", "let_stand")
    assert choose_as_opponent(case_id=ruling.case_id, choice="lapsed", actor=hall.deputy).choice == "lapsed"


@pytest.mark.parametrize(
    ("code", "decided", "outcome"),
    [
        pytest.param("late_arrival", {"consequence": "game_lost", "is_forfeit": True}, Outcome.BLACK_FORFEIT,
                     id="never came: a forfeit"),
        pytest.param("flag_fell", {"consequence": "game_lost"}, Outcome.BLACK, id="the flag costs the game"),
        pytest.param("electronic_device", {"consequence": "game_lost"}, Outcome.BLACK, id="a device"),
        pytest.param("agreed_result", {"consequence": "both_lost"}, Outcome.BOTH_LOST, id="both agreed"),
        pytest.param("result_disputed", {"consequence": "none", "outcome": "draw"}, Outcome.DRAW,
                     id="the score shows a draw"),
    ],
)  # fmt: skip
def test_what_the_rules_of_the_event_ask_for_needs_a_reason_and_is_entered(hall_by, code, decided, outcome):
    hall = hall_by("standard-laws")
    name = white(hall)
    if decided["consequence"] != "none":
        with pytest.raises(DeviationNeedsReason):
            ruled(hall, name, code, **decided)
    ruled(hall, name, code, **decided, reason="rules of the event")
    assert hall.result(name).outcome == outcome


def test_points_are_taken_in_the_table_and_given_back_with_the_ruling(hall_by):
    hall = hall_by("standard-laws")
    name = white(hall)

    def points():
        return next(one.points for one in standing_rows(hall.section).rows if one.entry.name == name)

    before = points()
    ruling = ruled(hall, name, "distracting", consequence="points_deducted", points=1, reason="third time")
    assert points() == before - 1
    decided = RulingDecision(consequence="warning", reason="a warning was enough")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    assert points() == before


def test_who_is_excluded_plays_on_nowhere(hall_by):
    hall = hall_by("standard-laws")
    name = white(hall)
    ruled(hall, name, "electronic_device", consequence="excluded", reason="an engine on the phone")
    assert hall.section.entries.get(name=name).state == EntryState.WITHDRAWN


def test_time_is_added_to_the_clocks_that_the_ruling_names(hall_by):
    hall = hall_by("standard-laws")
    ruling = ruled(hall, white(hall), "wrong_clock_stopped", seconds_black=120)
    assert (ruling.seconds_white, ruling.seconds_black) == (0, 120)
    assert hall.result(white(hall)).outcome == GOES_ON
