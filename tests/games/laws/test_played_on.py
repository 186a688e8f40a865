"""An illegal move noticed too late: it stands, and what follows is judged by the position on the board."""

import random

import pytest
from effort import amount
from law_cases import found, judged

from games.judging import messages
from games.laws import Sanction, judge
from games.laws.let_stand_text import offered_position
from games.laws.report import finding_as_dict, verdict_as_dict
from games.pdn import read_game, write_record
from games.rules import (
    VARIANTS,
    Move,
    Position,
    legal_moves,
    legal_moves_after,
    move_text,
    play,
    select_readings,
    square_text,
)
from games.rules.kernel import list_steps
from games.rules.moves import seen

GAMES = amount(3, 40)
PLIES = 24
ILLEGAL_AT = (5, 6, 11, 16)


def sentence_of(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


class Evening:
    """A game played by hand: legal moves and, at some half-moves, one that nobody objects to."""

    def __init__(self, variant, seed):
        self.variant, self.draw = variant, random.Random(f"{variant.key} {seed}")  # noqa: S311 - the same games
        self.positions, self.moves, self.texts, self.wrong = [Position.start(variant)], [], [], {}
        for ply in range(1, PLIES + 1):
            legal = legal_moves_after(self.positions, self.moves, variant)
            if not legal:
                break
            if ply in ILLEGAL_AT and self.goes_wrong(legal, ply):
                continue
            move = self.draw.choice(legal)
            here = self.positions[-1]
            self.put(move, play(here, move, variant), move_text(move, variant, legal_moves(here, variant)))

    def put(self, move, position, text):
        self.moves.append(move)
        self.positions.append(position)
        self.texts.append(text)

    def goes_wrong(self, legal, ply):
        """Move a piece as no rule allows, in one of the ways that happen at a board."""
        ways = [self.missed, self.broken_off, self.out_of_turn, self.anywhere]
        self.draw.shuffle(ways)
        for way in ways:
            made = way(legal)
            if made is None:
                continue
            move, position, sign = made
            if not legal_moves(position, self.variant):
                continue
            self.wrong[ply] = position
            self.put(move, position, sign.join(square_text(one, self.variant) for one in move.route))
            return True
        return False

    def anywhere(self, _legal):
        """A piece of the side to move is put down on an empty square, and nothing is taken off."""
        here, geometry = self.positions[-1], self.variant.geometry
        taken = here[0] | here[1] | here[2] | here[3]
        own = here[2] | here[3] if here.side else here[0] | here[1]
        squares = range(1, geometry.squares + 1)
        origin = self.draw.choice([one for one in squares if geometry.bits[one] & own])
        empty = [one for one in squares if not geometry.bits[one] & taken]
        for target in self.draw.sample(empty, len(empty)):
            move = Move(origin, target, (), (origin, target))
            jumps = {(one.origin, one.destination) for one in self.reachable(origin)}
            if (origin, target) not in jumps:  # a hand that comes down there would have captured
                return move, play(here, move, self.variant), "-"
        return None

    def reachable(self, origin):
        """Every way of this piece by steps and captures of any rule: none of them is a wrong square."""
        here = self.positions[-1]
        kings = Position(0, here[0] | here[1], 0, here[2] | here[3], here.side)
        board = self.variant.geometry
        others = [VARIANTS[key] for key in ("brazilian", "international") if VARIANTS[key].geometry == board]
        ways = [
            move
            for position in (here, kings)
            for variant in (self.variant, *others)
            for move in legal_moves(position, variant)
        ]
        return [move for move in ways if move.origin == origin]

    def missed(self, legal):
        """A plain move is made while a capture is there."""
        square_of = self.variant.geometry.square_of
        steps = list_steps(self.variant.tables, *seen(self.positions[-1])) if legal[0].captured else ()
        if not steps:
            return None
        route = tuple(square_of[bit] for bit in self.draw.choice(steps))
        move = Move(*route, (), route)
        return move, play(self.positions[-1], move, self.variant), "-"

    def broken_off(self, legal):
        """A capture of several pieces stops behind the first one."""
        longer = [move for move in legal if len(move.captured) > 1 and len(move.route) > 2]
        if not longer:
            return None
        move = self.draw.choice(longer)
        short = Move(move.origin, move.route[1], move.captured[:1], move.route[:2])
        if select_readings(legal, short.route, self.variant.geometry):
            return None
        return short, play(self.positions[-1], short, self.variant), self.variant.capture_sign

    def out_of_turn(self, _legal):
        """The side that has just moved moves again."""
        here = self.positions[-1]
        theirs = here._replace(side=here.side.opponent)
        gone_on = self.moves[-1].destination  # the same piece again may be a capture carried on
        moves = legal_moves(theirs, self.variant)
        moves = [move for move in moves if len(move.route) == 2 and move.origin != gone_on]
        if not moves:
            return None
        move = self.draw.choice(moves)
        same = select_readings(legal_moves(theirs, self.variant), move.route, self.variant.geometry)
        sign = self.variant.capture_sign if move.captured else "-"
        return (move, play(theirs, move, self.variant), sign) if len(same) == 1 else None

    @property
    def record(self):
        return read_game(f'[Event "Evening"]\n\n{" ".join(self.texts)} *\n')


def weighed(verdict):
    """A verdict without the places in its text."""
    told = verdict_as_dict(verdict)
    for finding in [*told["findings"], told["first_error"]]:
        finding.pop("line")
        finding.pop("column")
    told["played_on"].pop("pdn")
    return told


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_play_goes_on_from_what_stood_on_the_board_and_is_read_back(variant):
    stood = 0
    for seed in range(GAMES):
        evening = Evening(variant, seed)
        last = len(evening.texts)
        wrong = [ply for ply in evening.wrong if ply < last]
        verdict = judge(evening.record, variant=variant, play_on=True)
        assert [slip.ply for slip in verdict.replay.slips] == wrong, evening.texts
        ended = last - 1 if last in evening.wrong else last
        assert verdict.replay.positions == evening.positions[: ended + 1], evening.texts
        if not wrong:
            continue
        stood += len(wrong)
        written = read_game(verdict_as_dict(verdict)["played_on"]["pdn"])
        assert weighed(judge(written, variant=variant)) == weighed(verdict)
        bare = read_game(written.source.replace('/FEN "', '{was "').replace('"/', '"}'))
        assert not bare.has_setups
        assert weighed(judge(bare, variant=variant)) == weighed(verdict)
        for style in ("strict", "classic"):
            text = write_record(written, style, variant=variant)
            assert judge(read_game(text), variant=variant).replay.positions == verdict.replay.positions
    assert stood


MISSED = "1. 11-15 22-18 2. 8-11 18-14 3. 9x18 23x14"
STOOD = "1. 11-15 22-18 2. {[%stood b]} 8-11 18-14 3. 9x18 23x14"


def test_without_being_asked_the_record_ends_at_the_illegal_move():
    verdict = judged(MISSED)
    assert (verdict.plies, verdict.replay.slips) == (2, [])
    assert verdict_as_dict(verdict)["played_on"] is None
    assert judged(MISSED, play_on=True).plies == 6


@pytest.mark.parametrize(
    "moves", [STOOD, offered_position(judged(MISSED))["pdn"].split("\n\n")[1].removesuffix("*\n")]
)
def test_the_record_says_by_itself_that_it_was_played_so(moves):
    verdict = judged(moves)
    assert (verdict.plies, verdict.is_legal, verdict.replay.failure) == (6, False, None)
    missed = found(verdict, "must_capture")
    assert missed.facts["stood"]
    assert missed.facts["left"] == offered_position(judged(MISSED))["fen"]
    assert "was played this way" in sentence_of(missed)
    assert "recalled" not in sentence_of(missed)
    assert "SL-M16" not in sentence_of(missed)


def test_a_setup_of_another_position_goes_before_what_the_move_would_have_left():
    fen = "W:W14,21,24:B1,2,3"
    verdict = judged(f'1. 11-15 22-18 2. {{[%stood b]}} 8-11 /FEN "{fen}"/ 14-9')
    assert verdict.replay.positions[3].to_fen(verdict.variant) == fen
    assert verdict.plies == 4


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        pytest.param("1. 11-15 17-13", "", id="nothing stands there"),
        pytest.param("1. 8-11 22-18", "", id="the square is occupied"),
        pytest.param("1. 11-40 22-18", "", id="no such square"),
        pytest.param("1. 9x18 14-10 2. 18-22", "B:W14:B9", id="the game was over"),
        pytest.param("1. 22-18 11-15 2. 18x11 8x15", "", id="the wrong side begins the record"),
    ],
)
def test_what_no_hand_can_have_done_does_not_stand(moves, fen):
    verdict = judged(moves, fen=fen)
    assert offered_position(verdict) is None
    assert judged(moves, fen=fen, play_on=True).findings == verdict.findings


def test_the_last_move_of_a_record_stands_only_where_the_record_says_so():
    assert judged("1. 11-15 22-18 2. 8-11", play_on=True).replay.failure
    assert judged("1. 11-15 22-18 2. {[%stood b]} 8-11").replay.slips
    assert offered_position(judged("1. 11-15 22-18 2. 8-11"))["pdn"]


@pytest.mark.parametrize(("after", "left"), [("18-15", "W:W18,32:B1,22"), ("17-13", "W:W17,32:B1,22")])
def test_the_next_move_tells_what_was_taken_off(after, left):
    """The man on 14 is put down on 22, to which it takes neither of the men on 17 and 18."""
    verdict = judged(f"1. 14x22 {after} 2. 1-6", fen="B:W17,18,32:B1,14", play_on=True)
    assert found(verdict, "wrong_square").facts["left"] == left
    assert verdict.plies == 3


def test_a_second_move_that_stood_forfeits_and_play_goes_on_all_the_same():
    verdict = judged("1. 11-15 22-18 2. 8-11 18-14 3. 4-8 23-18 4. 15x22", play_on=True)
    assert [slip.ply for slip in verdict.replay.slips] == [3, 5]
    assert [one.sanction for one in verdict.proposals] == [Sanction.CAUTION, Sanction.FORFEIT]
    assert all(one.stood for one in verdict.proposals)
    assert verdict.plies == 7


def test_where_the_opponent_chooses_he_has_let_it_stand():
    verdict = judged(
        "1. 32-28 17-22 2. 34-29 11-17", variant="international", book="fmjd-annex-1", play_on=True
    )
    missed = found(verdict, "must_capture")
    assert missed.facts["sanction"] == Sanction.OPPONENT_CHOOSES.value
    assert "it stands (FMJD-5.7)" in sentence_of(missed)


KINGS = "B:WK32:BK1"
LAP = ["1-5", "32-28", "5-1", "28-32"]
STRAY = {
    "two squares at once": ["1-10", "32-28", "10-1", "28-32"],
    "out of turn": ["1-5", "5-1", "32-28", "1-5", "28-32", "5-1", "32-28", "1-6", "28-32", "6-1", "32-28"],
}


@pytest.mark.parametrize("lap", [0, 1, 2])
@pytest.mark.parametrize(("book", "times"), [("standard-laws", 4), ("wcdf", 3)])
def test_a_position_is_counted_before_and_after_a_move_that_stood(book, times, lap):
    laps = [LAP] * times
    laps[min(lap, times - 2)] = STRAY["two squares at once"]
    verdict = judged(" ".join(map(" ".join, laps)), fen=KINGS, book=book, play_on=True)
    assert len(verdict.replay.slips) == 2
    claims = [claim for claim in verdict.claims if claim.code == "repetition"]
    assert tuple(range(0, 4 * times, 4)) in {claim.evidence for claim in claims}


@pytest.mark.parametrize("stray", STRAY)
@pytest.mark.parametrize(("book", "limit"), [("standard-laws", 100), ("wcdf", 80)])
def test_draw_clocks_run_on_through_a_move_that_stood(book, limit, stray):
    moves = [*LAP * 3, *STRAY[stray]]
    turns = ["28-32", "1-5", "32-28", "5-1"] if moves[-1] == "32-28" else LAP
    moves += turns * (limit // 4)
    verdict = judged(" ".join(moves[:limit]), fen=KINGS, book=book, play_on=True)
    assert verdict.replay.slips
    assert verdict.plies == limit
    (claim,) = [claim for claim in verdict.claims if claim.code == "move_count"]
    assert (claim.from_ply, claim.evidence) == (limit + 1, (1, limit))


def test_a_capture_that_stood_sets_the_clock_back():
    """The man on 14 captures backward."""
    moves = [*LAP * 2, "1-5", "14x23", *["5-1", "32-28", "1-5", "28-32"] * 25]
    verdict = judged(" ".join(moves), fen="B:WK32,14:BK1,18", play_on=True)
    assert [slip.code for slip in verdict.replay.slips] == ["man_captured_backward"]
    (claim,) = [claim for claim in verdict.claims if claim.code == "move_count"]
    assert claim.evidence == (11, 110)
