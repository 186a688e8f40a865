"""The search: what it proves agrees with a larger table, and every line that it shows can be played."""

from itertools import pairwise

import pytest
from proved_positions import ENGLISH, SHIPPED, UpTo, drawn_positions, position

from games.endings import NoEndings, Value
from games.endings.fortress import Fortress
from games.endings.line import LineBrokenError, moves_of
from games.endings.proof_search import Allowance, Answer, ProofSearch
from games.endings.search import Limits, Outcome, Source, prove
from games.endings.tree import Tree
from games.rules import VARIANTS, Side, legal_moves, move_text, play, winner_on_the_board

VALUE = {Outcome.WIN: Value.WIN, Outcome.DRAW: Value.DRAW, Outcome.LOSS: Value.LOSS}
TWO = UpTo(SHIPPED, 2)


def limits(nodes, positions=100_000, is_over=lambda: False):
    return Limits(nodes=nodes, positions=positions, is_over=is_over)


def proof_of(fen, variant=ENGLISH, table=SHIPPED, nodes=20_000):
    return prove(position(fen, variant), variant, table, limits(nodes))


def texts(proof):
    moves = moves_of(proof.line, ENGLISH)
    return [
        move_text(move, ENGLISH, legal_moves(before, ENGLISH))
        for before, move in zip(proof.line[:-1], moves, strict=True)
    ]


def is_in_order(proof, start, variant):
    """The line is played over: each position follows from a legal move, and a whole line ends the game."""
    assert proof.line[0] == start
    for before, after in pairwise(proof.line):
        assert after in [play(before, move, variant) for move in legal_moves(before, variant)]
    if proof.is_whole:
        wanted = start.side if proof.outcome is Outcome.WIN else start.side.opponent
        assert winner_on_the_board(proof.line[-1], variant) is wanted
        assert len(proof.line) - 1 <= proof.within


@pytest.fixture(scope="module")
def proofs():
    """Positions of three and four pieces, searched with a table of two; `benchmarks` has thousands."""
    found = drawn_positions(200, most=4, seed=20261123)
    return [(one, prove(one, ENGLISH, TWO, limits(600)), SHIPPED.probe(one)) for one in found]


def test_nothing_proved_contradicts_the_larger_table(proofs):
    for one, proof, known in proofs:
        fen = one.to_fen(ENGLISH)
        assert proof.least <= known.value <= proof.most, fen
        if proof.outcome is not Outcome.UNPROVED:
            assert VALUE[proof.outcome] is known.value, fen


def test_every_outcome_is_among_them(proofs):
    assert {proof.outcome for _, proof, _ in proofs} == set(Outcome)


def test_every_line_is_played_to_what_it_shows(proofs):
    for one, proof, _ in proofs:
        is_in_order(proof, one, ENGLISH)
        if proof.outcome in {Outcome.WIN, Outcome.LOSS}:
            assert proof.is_whole


def test_the_bound_on_the_end_is_never_below_best_play(proofs):
    for _, proof, known in proofs:
        if proof.outcome in {Outcome.WIN, Outcome.LOSS}:
            assert proof.within >= known.distance


@pytest.mark.parametrize(
    ("fen", "outcome", "source"),
    [
        pytest.param("B:W14:B", Outcome.LOSS, Source.RULES, id="no piece left"),
        pytest.param("B:W12:B4", Outcome.LOSS, Source.SEARCH, id="a man that can only give itself up"),
        pytest.param("W:WK14,K18,23:BK5", Outcome.WIN, Source.TABLE, id="a shot that the table knows"),
        pytest.param("W:WK18,K15,K14:BK1,K5", Outcome.WIN, Source.SEARCH, id="five pieces, a piece offered"),
        pytest.param("B:W30,K18,K19:B12,K28", Outcome.LOSS, Source.SEARCH, id="five pieces, lost"),
        pytest.param("W:W22,26,K18:B13,14,K32", Outcome.WIN, Source.SEARCH, id="six pieces, won"),
        pytest.param("B:W21,22,25,30:B9,13,14,17", Outcome.LOSS, Source.SEARCH, id="eight men, lost"),
    ],
)
def test_positions_with_their_proof(fen, outcome, source):
    table = None if source is Source.SEARCH and fen.startswith("B:W12:") else SHIPPED
    proof = proof_of(fen, table=table)
    assert (proof.outcome, proof.source) == (outcome, source)
    assert proof.is_whole
    is_in_order(proof, position(fen), ENGLISH)


def test_a_draw_is_shown_by_moves_after_which_neither_side_wins():
    proof = prove(position("W:WK15:BK32"), ENGLISH, None, limits(20_000))
    assert (proof.outcome, proof.source) == (Outcome.DRAW, Source.SEARCH)
    assert (proof.least, proof.most, proof.distance, proof.within) == (Value.DRAW, Value.DRAW, None, None)
    assert not proof.is_whole
    assert len(proof.line) > 2
    is_in_order(proof, position("W:WK15:BK32"), ENGLISH)


def test_the_table_tells_the_distance_and_the_search_only_a_bound():
    known = proof_of("W:WK14,K18,23:BK5")
    assert (known.distance, known.within) == (3, 3)
    assert texts(known) == ["14-9", "5x14", "18x9"]
    found = proof_of("W:WK18,K15,K14:BK1,K5")
    assert (found.distance, found.within) == (None, 5)


class TestLimits:
    """What stops a search; it then says so and claims nothing more than it has shown."""

    HARD = "W:WK14,K18:BK1,K32,12"

    def test_nodes(self):
        proof = proof_of(self.HARD, nodes=50)
        assert (proof.outcome, proof.is_whole, proof.line) == (
            Outcome.UNPROVED,
            False,
            (position(self.HARD),),
        )
        assert proof.nodes <= 2 * 51

    def test_time(self):
        asked = iter(range(1_000))
        proof = prove(position(self.HARD), ENGLISH, SHIPPED, limits(10**9, is_over=lambda: next(asked) > 3))
        assert proof.outcome is Outcome.UNPROVED

    def test_positions_kept(self):
        proof = prove(position(self.HARD), ENGLISH, SHIPPED, limits(10**9, positions=200))
        assert proof.outcome is Outcome.UNPROVED

    def test_half_a_proof_is_told_as_a_bound(self):
        proof = proof_of("W:W18,K15,K10:BK28,K32", nodes=5_000)
        assert (proof.outcome, proof.least, proof.most) == (Outcome.UNPROVED, Value.DRAW, Value.WIN)


class TestCircles:
    """Kings that go round: no path to a position may decide what it is worth."""

    def test_a_refutation_through_repetition_is_no_proof_until_it_is_closed(self):
        tree = Tree(ENGLISH, None, most_positions=10_000)
        root = position("W:WK15:BK32")
        hunt = ProofSearch(tree, Side.WHITE)
        seen = hunt.search(root, Allowance(5_000, lambda: False))
        assert seen in {Answer.SEEMS_REFUTED, Answer.OPEN}
        assert Fortress(hunt, root).search(Allowance(5_000, lambda: False)) is Answer.REFUTED
        assert hunt.answer(root) is Answer.REFUTED

    def test_a_defence_that_runs_out_is_found_to_be_won(self):
        tree = Tree(ENGLISH, None, most_positions=100_000)
        root = position("B:W12,K22:B4")
        hunt = ProofSearch(tree, Side.WHITE)
        assert Fortress(hunt, root).search(Allowance(1_000, lambda: False)) is Answer.PROVED
        assert hunt.within(root) == 2

    def test_a_broken_line_is_never_told(self):
        with pytest.raises(LineBrokenError):
            moves_of((position("W:WK15:BK32"), position("B:WK1:BK32")), ENGLISH)


class TestOtherRules:
    """Variants without a table, with another goal, or with a memory."""

    def test_rules_with_a_memory_are_refused(self):
        frisian = VARIANTS["frisian"]
        with pytest.raises(NoEndings) as refused:
            prove(position("W:WK15:BK32", frisian), frisian, None, limits(10))
        assert refused.value.code == "rules_with_memory"

    def test_who_has_no_move_wins_where_losing_all_is_the_goal(self):
        variant = VARIANTS["antidraughts"]
        start = position("W:W28:B22", variant)
        proof = prove(start, variant, None, limits(5_000))
        assert proof.outcome is Outcome.LOSS
        assert winner_on_the_board(proof.line[-1], variant) is Side.BLACK

    def test_the_first_king_wins_where_it_is_the_goal(self):
        variant = VARIANTS["breakthrough"]
        proof = prove(position("W:W6:B36", variant), variant, None, limits(5_000))
        assert (proof.outcome, proof.within) == (Outcome.WIN, 1)

    def test_flying_kings_are_searched_without_a_table(self):
        russian = VARIANTS["russian"]
        proof = prove(position("W:WKc3:Bh6,a7", russian), russian, None, limits(20_000))
        assert proof.outcome is not Outcome.LOSS
        is_in_order(proof, position("W:WKc3:Bh6,a7", russian), russian)
