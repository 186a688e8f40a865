"""Moving out of turn: what is told of one move, and of a record that the wrong side begins throughout."""

import random

import pytest
from law_cases import judged

from games.judging import messages
from games.laws import LAW_BOOKS, judge
from games.laws.books import fitting_book
from games.laws.repairs import propose_repairs
from games.laws.report import finding_as_dict
from games.pdn import read_game
from games.rules import VARIANTS, Position, legal_moves, move_text, play

PLIES = 14


def sentence_of(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


def begun_by_the_other_side(variant):
    """A game of random moves that the side begins which does not begin."""
    chance = random.Random(variant.key)  # noqa: S311 - the same game each time
    start = Position.start(variant)
    position, words = start._replace(side=start.side.opponent), []
    while len(words) < PLIES and (legal := legal_moves(position, variant)):
        move = chance.choice(legal)
        if sum((one.origin, one.destination) == (move.origin, move.destination) for one in legal) > 1:
            break
        words.append(move_text(move, variant, legal))
        position = play(position, move, variant)
    return words


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_record_that_the_wrong_side_begins_is_told_as_such(variant):
    words = begun_by_the_other_side(variant)
    verdict = judge(read_game(f'[Event "?"]\n\n1. {" ".join(words)} *\n'), variant=variant)
    if verdict.replay.notation == "rotated":
        return  # squares of a play site, seen by the side that begins there
    (error, *_rest) = verdict.findings
    began = error.facts["began"]
    assert (error.ply, error.side) == (1, variant.first_to_move.opponent)
    assert (began["total"], began["agreed"]) == (len(words), len(words))
    assert 0 < began["other_game"] <= len(words) or not began["game"]
    assert began["game"] != variant.key
    assert verdict.proposals == ()
    assert propose_repairs(verdict) == []
    sentence = sentence_of(error)
    assert f"began by agreement: {len(words)} of {len(words)}" in sentence
    assert "first moved" not in sentence
    article = fitting_book(None, variant.key).beginning_article
    assert not article or f"under {article} the other side begins" in sentence


def test_each_reading_is_told_with_its_number():
    error = judged("22-18 11-15 18x11 8x15 21-17 4-8 23-19 8-11 17-13 9-14").first_error
    assert error.facts["began"]["swapped"] == 10
    sentence = sentence_of(error)
    for words in ["SL-S6", "SL-I1h", "White began by agreement", "colours are swapped", "another variant"]:
        assert words in sentence


def test_only_what_is_legal_with_that_reading_is_counted():
    error = judged("22-18 11-15 18x11 8x15 21-17 4-8 23-19 8-11 17-13 9-13").first_error
    assert (error.facts["began"]["agreed"], error.facts["began"]["total"]) == (9, 10)


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        pytest.param("11-15 10-14", "", id="one move out of turn"),
        pytest.param("22-18 22-17 9-14 25-22", "", id="the first alone"),
        pytest.param("32-28", "B:W32:B1", id="from a position"),
        pytest.param("22x18", "", id="one move alone"),
    ],
)
def test_any_other_move_out_of_turn_is_an_offence(moves, fen):
    verdict = judged(moves, fen=fen)
    error = verdict.first_error
    assert error.code in {"out_of_turn", "not_your_piece"}
    assert "began" not in error.facts
    assert "The piece first moved" not in sentence_of(error)
    assert len(verdict.proposals) == 1


def test_every_book_that_says_who_begins_is_cited():
    assert {key: book.beginning_article for key, book in LAW_BOOKS.items() if book.beginning_article}[
        "fmjd-annex-1"
    ] == "FMJD-3.3"
    assert {LAW_BOOKS[key].beginning_article for key in ("standard-laws", "wcdf", "acf-faq")} == {
        "SL-S6",
        "WCDF-1.13",
        "A-B1",
    }
