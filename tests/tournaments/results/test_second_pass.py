"""Every result entered a second time by somebody else: the same checks it, something else stops it."""

import pytest
from event_rows import latest, published_round, section_of, somebody
from worlds import world

from club.core.actor import SYSTEM, VISITOR, Actor
from club.models import HelperPass
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.events.services.events import change_section
from tournaments.models import Outcome, ResultDispute, RoundState
from tournaments.results.errors import (
    DecisionNeedsReason,
    DisputeOpen,
    PublishedResult,
    ResultsDisputed,
    ResultsUnchecked,
    SecondPassDiffers,
)
from tournaments.results.selectors.results import unchecked_boards
from tournaments.results.services.player_reports import report_result
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round

pytestmark = pytest.mark.django_db


@world
def section():
    section = section_of()
    return change_section(section_id=section.pk, version=section.version, actor=SYSTEM, second_pass=True)


@world
def board(row):
    return row.pairings.get(board_number=1)


@world
def first(section):
    return phone_of(section, 1)


@world
def second(section):
    return phone_of(section, 2)


def phone_of(section, number):
    held = HelperPass.objects.create(
        label="Phone",  # both are called the same and are two people all the same
        organisation=section.event.organisation,
        secret_hash=f"s{number}",
        code_hash=f"c{number}",
        expires_at="2100-01-01T00:00Z",
    )
    return Actor(label="Phone", helper_pass=HelperPass.objects.get(pk=held.pk))


def enter(board, outcome, actor, **more):
    return record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=actor, **more)


def stands(board):
    return board.games.get().outcome


def test_the_same_by_a_second_person_checks_it(board, row, first, second):
    enter(board, Outcome.WHITE, first)
    assert unchecked_boards(row) == [1]
    enter(board, Outcome.WHITE, first)  # the first person again is nobody else
    assert unchecked_boards(row) == [1]
    enter(board, Outcome.WHITE, second)
    assert unchecked_boards(row) == []
    assert latest("tournaments.result.checked").helper_pass == second.helper_pass


def test_something_else_stops_it_and_overwrites_nothing(board, first, second, director):
    enter(board, Outcome.WHITE, first)
    with pytest.raises(SecondPassDiffers):
        enter(board, Outcome.DRAW, second)
    assert stands(board) == Outcome.WHITE
    dispute = ResultDispute.objects.get()
    assert (dispute.first_outcome, dispute.second_outcome) == (Outcome.WHITE, Outcome.DRAW)
    with pytest.raises(DisputeOpen):
        enter(board, Outcome.DRAW, second)
    with pytest.raises(DecisionNeedsReason):
        decide_dispute(dispute_id=dispute.pk, outcome=Outcome.DRAW, actor=director)
    decide_dispute(dispute_id=dispute.pk, outcome=Outcome.DRAW, actor=director, reason="The slip.")
    assert stands(board) == Outcome.DRAW
    assert board.games.get().checked_by == director.label


def test_a_decision_for_the_first_version_checks_it(board, first, second, director):
    enter(board, Outcome.WHITE, first)
    with pytest.raises(SecondPassDiffers):
        enter(board, Outcome.BLACK, second)
    enter(board, Outcome.WHITE, director, reason="The slip.")
    assert (stands(board), board.games.get().checked_by) == (Outcome.WHITE, director.label)
    assert ResultDispute.objects.get().settled_outcome == Outcome.WHITE


def test_who_entered_it_puts_a_slip_right_alone(board, row):
    deputy = somebody("deputy_arbiter")
    enter(board, Outcome.WHITE, deputy)
    enter(board, Outcome.DRAW, deputy)
    assert stands(board) == Outcome.DRAW
    assert not ResultDispute.objects.exists()
    assert unchecked_boards(row) == [1]


def test_a_reason_makes_it_a_correction(board, first, director):
    enter(board, Outcome.WHITE, first)
    enter(board, Outcome.DRAW, director, reason="Looked at the slip.")
    assert stands(board) == Outcome.DRAW
    assert not ResultDispute.objects.exists()


def test_a_corrected_result_is_checked_anew(board, row, first, second, director):
    enter(board, Outcome.WHITE, first)
    enter(board, Outcome.WHITE, second)
    enter(board, Outcome.DRAW, director)
    assert unchecked_boards(row) == [1]


def test_without_a_second_pass_nothing_of_this_happens(first, second):
    board = published_round(section_of()).pairings.get(board_number=1)
    enter(board, Outcome.WHITE, first)
    enter(board, Outcome.WHITE, second)
    assert board.games.get().checked_at is None
    with pytest.raises(PublishedResult):
        enter(board, Outcome.DRAW, second, was=Outcome.PENDING)
    assert not ResultDispute.objects.exists()


def fill(row, actor):
    for one in row.pairings.filter(black__isnull=False):
        enter(one, Outcome.DRAW, actor)


def test_closing_with_unchecked_boards_takes_a_reason(row, first, second):
    fill(row, first)
    enter(row.pairings.get(board_number=2), Outcome.DRAW, second)
    with pytest.raises(ResultsUnchecked) as refusal:
        close_round(round_id=row.pk, actor=SYSTEM)
    assert refusal.value.facts == {"round": 1, "boards": [1, 3]}
    closed = close_round(round_id=row.pk, actor=SYSTEM, reason="The second helper has left.")
    assert closed.state == RoundState.CLOSED
    assert latest("tournaments.round.closed").reason == "The second helper has left."


def test_nothing_is_built_on_a_disputed_result(section, row, board, first, second):
    fill(row, first)
    with pytest.raises(SecondPassDiffers):
        enter(board, Outcome.WHITE, second)
    with pytest.raises(ResultsDisputed):
        close_round(round_id=row.pk, actor=SYSTEM, reason="All the same.")
    with pytest.raises(ResultsDisputed):
        propose_round(section_id=section.pk, actor=SYSTEM)


def test_what_both_players_reported_has_had_two(board, row, section):
    token = section.board_cards.get(board_number=1).token
    for is_white in (True, False):
        report_result(
            token=token,
            pairing_id=board.pk,
            game=1,
            is_white=is_white,
            outcome=Outcome.WHITE,
            device=f"{is_white}",
            actor=VISITOR,
        )
    assert stands(board) == Outcome.WHITE
    assert unchecked_boards(row) == []
