"""Rulings that a record tells: what they set aside counts no more, what they decided is not proposed."""

import pytest
from law_cases import found, judged

from games.judging import messages
from games.laws import Sanction
from games.laws.report import finding_as_dict
from games.laws.rulings import STATES, command
from games.rules import Side

MISSED = "1. 11-15 22-18 2. {[%stood b]} 8-11 18-14 3. {[%stood b]} 4-8 24-20 4. 9x18 23x14"


def judged_with_note(note, *, before="4-8"):
    return judged(MISSED.replace(before, f"{{Case 7: {note}}} {before}"))


def proposed_sanctions(verdict):
    return [(one.ply, one.sanction) for one in verdict.proposals]


BOTH = [(3, Sanction.CAUTION), (5, Sanction.FORFEIT)]


def test_without_a_ruling_the_second_missed_capture_costs_the_game():
    assert proposed_sanctions(judged(MISSED)) == BOTH


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("consequence", ["none", "caution", "game_lost", "points_deducted"])
def test_nothing_is_proposed_against_what_is_in_force(state, consequence):
    """What is no longer in force leaves no offence, what is in force the proposal that agrees with it."""
    verdict = judged_with_note(command(Side.BLACK, "must_capture", consequence, "SL-I3", state, 5))
    holds = state == "in_force" and consequence == "game_lost"
    assert proposed_sanctions(verdict) == (BOTH if holds else BOTH[:1])


def test_an_offence_that_was_none_counts_on_no_ladder():
    verdict = judged_with_note("[%ruling b must_capture caution SL-I1 overruled 3]", before="8-11")
    assert proposed_sanctions(verdict) == [(5, Sanction.CAUTION)]


def test_a_ruling_is_read_behind_others_of_the_note():
    """Behind words that are no ruling, and one on an offence that there is not."""
    others = "[%ruling b] [%ruling w must_capture game_lost SL-I3 overruled 5]"
    verdict = judged_with_note(f"{others} [%ruling b must_capture game_lost SL-I3 overruled 5]")
    assert proposed_sanctions(verdict) == BOTH[:1]


def test_an_offence_that_was_ruled_on_anew_counts():
    history = (
        "[%ruling b must_capture game_lost SL-I3 superseded 3] [%ruling b must_capture warning - in_force 3]"
    )
    assert proposed_sanctions(judged_with_note(history, before="8-11")) == [(5, Sanction.FORFEIT)]


@pytest.mark.parametrize(
    "note",
    [
        pytest.param("[%ruling w must_capture game_lost SL-I3 overruled 5]", id="of the other player"),
        pytest.param("[%ruling b wrong_square game_lost SL-I3 overruled 5]", id="of another offence"),
        pytest.param("[%ruling b must_capture game_lost SL-I3 overruled 9]", id="of another half-move"),
        pytest.param("[%ruling b must_capture game_lost SL-I3 forgotten 5]", id="a state that there is not"),
        pytest.param("[%ruling b must_capture overruled]", id="words are missing"),
        pytest.param("[%ruling ? must_capture game_lost SL-I3 overruled 5]", id="of no side"),
        pytest.param("[%ruling b must_capture game_lost SL-I3 overruled 123456789]", id="of nine digits"),
        pytest.param("[%rule b must_capture game_lost SL-I3 overruled 5] [%ruling]", id="another command"),
    ],
)
def test_what_is_ruled_of_something_else_changes_nothing(note):
    assert proposed_sanctions(judged_with_note(note)) == BOTH


@pytest.mark.parametrize(
    ("consequence", "left"),
    [
        pytest.param("game_lost", [(3, Sanction.CAUTION)], id="the second, which the game was lost for"),
        pytest.param("caution", [(5, Sanction.CAUTION)], id="the first, that a caution was given for"),
        pytest.param("points_deducted", [(5, Sanction.CAUTION)], id="no book asks for it: the first"),
    ],
)
@pytest.mark.parametrize("key", ["must_capture", "wrong_square"])
def test_without_a_half_move_the_consequence_names_the_offence(consequence, left, key):
    """An overruled ruling takes away the offence for which the book asks what was ruled."""
    verdict = judged_with_note(f"[%ruling b {key} {consequence} - overruled]")
    assert proposed_sanctions(verdict) == (left if key == "must_capture" else BOTH)


def test_what_was_ruled_last_before_is_told_with_every_ruling_of_the_case():
    history = [
        ("game_lost", "SL-I3", "overruled"),
        ("caution", "", "superseded"),
        ("warning", "SL-T3", "in_force"),
    ]
    words = " ".join(command(Side.BLACK, "must_capture", *one, 5) for one in history)
    finding = found(judged_with_note(f"[%ruling ?] {words}"), "ruling_told")
    assert (finding.ply, finding.side, finding.article) == (5, Side.BLACK, "SL-T3")
    assert finding.facts == {
        "case": 7,
        "incident": "must_capture",
        "was": "caution",
        "was_article": "",
        "state": "superseded",
        "now": "warning",
        "rulings": [dict(zip(("consequence", "article", "state"), one, strict=True)) for one in history],
    }


def test_a_ruling_is_told_where_it_is_written():
    """Without a half-move: at the next one, and behind the last move at the one that would follow."""
    note = "{Case 3: [%ruling w distracting warning - overruled]}"
    for moves, ply in ((f"{note} 11-15 23-19", 1), (f"11-15 {note} 23-19", 2), (f"11-15 23-19 {note}", 3)):
        finding = found(judged(moves), "ruling_told")
        assert (finding.ply, finding.line > 0, finding.column > 0) == (ply, True, True)


@pytest.mark.parametrize("number", ["9" * 5000, "٣" * 20, "-1"])
def test_numbers_that_no_game_has_are_none(number):
    verdict = judged(
        MISSED.replace("4-8", f"{{Case {number}: [%ruling b must_capture x y overruled {number}]}} 4-8")
    )
    assert found(verdict, "ruling_told").facts["case"] == 0


def test_words_of_other_programs_are_told_as_they_are():
    verdict = judged_with_note("[%ruling b spilled_coffee washing_up House-1 overruled 5]")
    told = finding_as_dict(found(verdict, "ruling_told"))
    said = messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])
    assert said == "Case 7, Black (spilled coffee): washing up, overruled on appeal. In force: no sanction."
