"""A written path that cannot be played is never read silently as another move."""

import random
from itertools import combinations

import pytest
from effort import amount
from law_cases import found, judged

from games.archive.selectors.exporting import canonical_texts
from games.judging import messages
from games.laws import Severity, judge
from games.laws.report import finding_as_dict
from games.pdn import read_game
from games.rules import (
    VARIANTS,
    Lines,
    Position,
    Side,
    legal_moves,
    passed_squares,
    square_text,
    winner_on_the_board,
)

CAPTURES = amount(6, 60)
SPOILT = amount(5, 60)  # paths tried of each capture; a path that leads nowhere can take a second


def sentence_of(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


def captures_with_a_path(variant, count):
    """So many positions put down anyhow, each with a capture of at least one square between its ends."""
    draw = random.Random(f"paths {variant.key}")  # noqa: S311 - the same positions each time
    most = 6 if variant.captures_along is Lines.BOTH else 14  # many kings have too many ways to try
    drawn = 0
    while drawn < count:
        squares = draw.sample(range(1, variant.geometry.squares + 1), draw.randint(4, most))
        groups = [], [], [], []
        for at, square in enumerate(squares):
            groups[(2 if at > 1 else 0) + (draw.random() < (0.15 if at > 1 else 0.5))].append(square)
        position = Position.from_placement([sorted(group) for group in groups], Side.WHITE, variant)
        if winner_on_the_board(position, variant) is not None:
            continue
        for move in legal_moves(position, variant):
            if len(move.route) > 2:
                drawn += 1
                yield position, move
                break


def spoilt(route, squares):
    """Every path with one inner square exchanged for another, left-out squares and new ones included."""
    for at in range(1, len(route) - 1):
        for square in range(1, squares + 1):
            if square != route[at]:
                yield (*route[:at], square, *route[at + 1 :])
    for first, second in combinations(range(1, len(route) - 1), 2):
        turned = list(route)
        turned[first], turned[second] = route[second], route[first]
        yield tuple(turned)
    yield (*route[:-1], route[0], route[-1])


def means(path, move, geometry):
    """Whether the squares of a path are met in order on the way of a move, or are all that it captures."""
    way = iter(passed_squares(move, geometry))
    on_the_way = all(square in way for square in path)
    return on_the_way or sorted(path[1:-1]) == sorted(move.captured)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_path_with_a_wrong_square_is_never_silent(variant):
    loud, draw = 0, random.Random(variant.key)  # noqa: S311 - the same paths each time
    for position, move in captures_with_a_path(variant, CAPTURES):
        legal = [
            one
            for one in legal_moves(position, variant)
            if (one.origin, one.destination) == (move.origin, move.destination)
        ]
        fen = position.to_fen(variant)
        paths = list(spoilt(move.route, variant.geometry.squares))
        for path in draw.sample(paths, min(SPOILT, len(paths))):
            written = variant.capture_sign.join(square_text(square, variant) for square in path)
            verdict = judge(read_game(f'[FEN "{fen}"]\n\n{written} *\n'), variant=variant)
            if any(means(path, one, variant.geometry) for one in legal):
                assert verdict.is_legal, (fen, written)
                assert not verdict.replay.misfits, (fen, written)
                continue
            loud += 1
            told = [finding for finding in verdict.findings if finding.severity is not Severity.NOTE]
            assert told, (fen, written)
            assert told[0].ply == 1
            assert verdict.is_legal is (told[0].code == "path_does_not_fit")
            assert "%(" not in sentence_of(told[0])
    assert loud


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_whole_path_of_a_capture_is_no_doubt(variant):
    """The path of PDN 3.0, every square passed, and all captured squares: what files write."""
    for position, move in captures_with_a_path(variant, CAPTURES):
        fen = position.to_fen(variant)
        way = passed_squares(move, variant.geometry)
        for path in (move.route, way, (way[0], *way[-2:]), (way[0], *move.captured, way[-1])):
            written = variant.capture_sign.join(square_text(square, variant) for square in path)
            verdict = judge(read_game(f'[FEN "{fen}"]\n\n{written} *\n'), variant=variant)
            assert verdict.is_legal, (fen, written)
            assert not verdict.replay.misfits


@pytest.mark.parametrize(
    ("variant", "fen", "move", "code", "article", "other"),
    [
        ("turkish", "W:WKa3:Ba5,a2,h8", "a3xa6xa1", "turned_back", "TK-5", "a3xa1"),
        ("english", "B:W18,25,26:BK15", "15x22x29x22x15", "jumped_twice", "SL-M7", None),
        ("international", "W:W28,50:B22,23,12", "28x17x28", "jumped_twice", "FMJD-4.8", None),
    ],
)
def test_a_path_that_the_rules_forbid_is_illegal(variant, fen, move, code, article, other):
    verdict = judged(move, fen=fen, variant=variant)
    error = verdict.first_error
    assert (error.code, error.article) == (code, article)
    if other:
        assert error.facts["same_ends"] == [other]
        assert f"Legal between the same squares: {other}." in sentence_of(error)


@pytest.mark.parametrize(
    ("variant", "fen", "move", "reason", "read_as"),
    [
        ("english", "B:W18,25,32:B15,1", "15x24x29", "nothing_jumped", "15x22x29"),
        ("english", "B:W18,25,32:B15,1", "15x21x29", "no_line", "15x22x29"),
        ("english", "B:W18,25,32:B15,1", "15x1x29", "occupied_square", "15x22x29"),
        ("international", "W:W32,50:B28,1", "32x41x23", "nothing_jumped", "32x23"),
        ("russian", "W:Wc3,g1:Bd4,f6,a7", "c3:g3:g7", "no_line", "c3:e5:g7"),
    ],
)
def test_a_path_of_which_only_the_ends_fit_is_a_doubt(variant, fen, move, reason, read_as):
    verdict = judged(move, fen=fen, variant=variant)
    doubt = found(verdict, "path_does_not_fit")
    assert doubt.severity is Severity.DOUBT
    assert (doubt.facts["text"], doubt.facts["reason"], doubt.facts["read_as"]) == (move, reason, read_as)
    assert doubt.article
    assert move in sentence_of(doubt)
    assert read_as in sentence_of(doubt)
    assert verdict.is_legal
    assert verdict.proposals == ()


def test_an_export_does_not_put_another_path_in_its_place():
    verdict = judged("15x24x29", fen="B:W18,25,32:B15,1")
    assert canonical_texts(verdict) == ["15x24x29"]


def test_a_rule_set_that_explains_the_path_goes_before_one_that_does_not():
    """Without a GameType the path tells the rules apart: a man captures backward in pool, not in English."""
    record = '[FEN "B:W18,17,9,32:B14"]\n\n14x23 *\n'
    assert judge(read_game(record)).is_legal
