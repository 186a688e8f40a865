"""A capture broken off goes on with the same piece by the same route; another piece's is priority."""

import random

import pytest
from effort import amount
from law_cases import found, judged

from games.judging import messages
from games.laws import judge
from games.laws.report import finding_as_dict
from games.pdn import read_game
from games.rules import VARIANTS, Lines, Position, Side, legal_moves, square_text, winner_on_the_board
from games.rules.diagnosis import captures_of

BROKEN_OFF = amount(12, 200)


def sentence_of(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


def captures_broken_off(variant, count):
    """So many positions put down anyhow, each with a capture of several pieces, all captures beside it."""
    draw = random.Random(f"broken off {variant.key}")  # noqa: S311 - the same positions each time
    most = 7 if variant.captures_along is Lines.BOTH else 14
    drawn = 0
    while drawn < count:
        squares = draw.sample(range(1, variant.geometry.squares + 1), draw.randint(5, most))
        groups = [], [], [], []
        for at, square in enumerate(squares):
            groups[(2 if at > 2 else 0) + (draw.random() < 0.1)].append(square)
        position = Position.from_placement([sorted(group) for group in groups], Side.WHITE, variant)
        if winner_on_the_board(position, variant) is not None:
            continue
        whole = [move for square in squares[:3] for move in captures_of(position, variant, square)]
        longer = [move for move in whole if len(move.captured) > 1]
        if longer:
            drawn += 1
            yield position, draw.choice(longer), whole


def text(route, variant):
    return variant.capture_sign.join(square_text(square, variant) for square in route)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_what_goes_on_is_the_same_piece_along_the_same_route(variant):
    told = 0
    for position, move, whole in captures_broken_off(variant, BROKEN_OFF):
        fen, written = position.to_fen(variant), text(move.route[:2], variant)
        verdict = judge(read_game(f'[FEN "{fen}"]\n\n{written} *\n'), variant=variant)
        codes = [finding.code for finding in verdict.findings]
        if "capture_incomplete" not in codes:
            continue
        told += 1
        broken_off = found(verdict, "capture_incomplete")
        by_text = {text(one.route, variant): one for one in whole}
        onward = [by_text[one] for one in broken_off.facts["goes_on_as"]]
        assert onward, (fen, written)
        legal = legal_moves(position, variant)
        for one in onward:
            assert one.origin == move.origin, (fen, written)
            assert one.captured[0] == move.captured[0], (fen, written)
        if codes[0] == "capture_incomplete":
            assert all(one in legal for one in onward), (fen, written)
        else:
            assert codes[:2] == ["not_the_priority_capture", "capture_incomplete"]
            assert not any(one in legal for one in onward), (fen, written)
            assert len(verdict.proposals) == 1
            assert verdict.findings[0].facts["criterion"], (fen, written)
        for finding in verdict.findings:
            assert "%(" not in sentence_of(finding)
    assert told


def test_the_larger_capture_of_another_piece_is_told_first():
    verdict = judged("32x23", fen="W:W32,33,50:B28,29,20,10,1", variant="international", book="fmjd-annex-1")
    first, second = verdict.findings
    assert (first.code, first.article) == ("not_the_priority_capture", "FMJD-4.13")
    assert "33x4" in sentence_of(first)
    assert (second.code, second.article) == ("capture_incomplete", "FMJD-5.4.9")
    assert sentence_of(second) == "32x23 also stops before the capture is complete: 32x23x34 (FMJD-5.4.9)."
    assert len(verdict.proposals) == 1


@pytest.mark.parametrize(
    ("variant", "fen", "move", "words"),
    [
        ("russian", "W:Wc3,g3:Bd4,f4,d6,h8,f6", "c3:e5", "one of c3:e5:c7, c3:e5:g7 must"),
        ("english", "B:W14,23,11:B9,7", "9x18", ": 9x18x27 must"),
    ],
)
def test_what_another_piece_may_capture_is_not_named(variant, fen, move, words):
    (finding,) = judged(move, fen=fen, variant=variant).findings
    assert finding.code == "capture_incomplete"
    assert words in sentence_of(finding)


def test_a_capture_broken_off_and_taken_back_is_told_as_one_that_stood():
    fen = "W:W32,33,50:B28,29,20,10,1"
    verdict = judged("{[%recalled w 32x23]} 33x4", fen=fen, variant="international", book="fmjd-annex-1")
    assert [one.code for one in verdict.findings] == ["not_the_priority_capture", "capture_incomplete"]
    assert "32x23x34" in sentence_of(verdict.findings[1])
