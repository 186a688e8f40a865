"""Rulings that meet results, closings and each other, on PostgreSQL: one wins, the other is told."""

import pytest
from crowd import at_once, on_postgresql
from hall import play
from incidents import Hall

from club.actor import SYSTEM
from tournaments.case_errors import CaseChanged, CaseSettled
from tournaments.errors import PublishedResult, RoundUnfinished
from tournaments.models import Case, GameResult, Outcome, Round, Ruling
from tournaments.selectors.case_proposals import rulings_in_force
from tournaments.selectors.snapshots import content_now, content_of, snapshot_in_force
from tournaments.services.cases import call_arbiter, open_case, take_case
from tournaments.services.results import record_result
from tournaments.services.rounds import close_round
from tournaments.services.rulings import Decided, rule_on_case, supersede_ruling

pytestmark = on_postgresql


def standings_add_up(section):
    """What is published is what a reckoning from scratch gives."""
    snapshot = snapshot_in_force(section)
    return snapshot is None or content_of(snapshot) == content_now(section, after=snapshot.round_number)


def first_white(hall):
    return hall.row.pairings.order_by("board_number").first().white.name


@pytest.mark.parametrize("attempt", range(4))
def test_a_ruling_and_a_result_for_one_game_one_wins_and_the_other_is_told(attempt):
    hall = Hall()
    name = first_white(hall)
    pairing = hall.at(name).pairing_id

    def rule():
        return hall.rule(name, "touched_not_moved", "game_lost", was=Outcome.PENDING)

    def enter():
        facts = {"pairing_id": pairing, "game": 1, "actor": hall.director}
        return record_result(outcome=Outcome.WHITE, was=Outcome.PENDING, **facts)

    ruled, entered = at_once(rule, enter)
    there = hall.result(name)
    if isinstance(ruled, Ruling):
        assert isinstance(entered, PublishedResult)
        assert (there.outcome, there.is_adjudicated) == (Outcome.BLACK, True)
    else:
        assert isinstance(ruled, PublishedResult)
        assert isinstance(entered, GameResult)
        assert there.outcome == Outcome.WHITE
        assert not Ruling.objects.exists()
        assert not Case.objects.exists()


@pytest.mark.parametrize("attempt", range(4))
def test_a_ruling_that_meets_the_closing_of_its_round(attempt):
    hall = Hall()
    name = first_white(hall)
    play(hall.row)

    def rule():
        return hall.rule(name, "touched_not_moved", "game_lost")

    def close():
        return close_round(round_id=hall.row.pk, actor=SYSTEM)

    ruled, closed = at_once(rule, close)
    assert isinstance(ruled, Ruling)
    assert isinstance(closed, Round | RoundUnfinished)
    assert hall.result(name).outcome == Outcome.BLACK
    assert standings_add_up(hall.section)


@pytest.mark.parametrize("attempt", range(4))
def test_of_two_arbiters_who_rule_on_one_case_one_is_told(attempt):
    hall = Hall()
    about = hall.at(first_white(hall))
    case = open_case(event_id=hall.event.pk, about=about, incident="must_capture", actor=hall.deputy)

    def rule(**decided):
        facts = {"case_id": case.pk, "version": case.version, "actor": hall.arbiter}
        return rule_on_case(decided=Decided(**decided), **facts)

    told = at_once(
        lambda: rule(consequence="caution"), lambda: rule(consequence="game_lost", reason="the third one")
    )
    assert sum(isinstance(one, Ruling) for one in told) == 1
    assert sum(isinstance(one, CaseChanged | CaseSettled) for one in told) == 1
    assert rulings_in_force().filter(case=case).count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_rulings_that_supersede_one_takes_its_place(attempt):
    hall = Hall()
    name = first_white(hall)
    play(hall.row)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    first = hall.rule(name, "touched_not_moved", "game_lost")
    case = Case.objects.get(pk=first.case_id)

    def anew(**decided):
        facts = {"case_id": case.pk, "version": case.version, "actor": hall.arbiter}
        return supersede_ruling(decided=Decided(reason="seen again", **decided), **facts)

    told = at_once(lambda: anew(consequence="none"), lambda: anew(consequence="points_deducted", points=1))
    assert sum(isinstance(one, Ruling) for one in told) == 1
    assert sum(isinstance(one, CaseChanged) for one in told) == 1
    assert rulings_in_force().filter(case=case).count() == 1
    assert hall.result(name).outcome == Outcome.WHITE
    assert standings_add_up(hall.section)


@pytest.mark.parametrize("attempt", range(3))
def test_two_rulings_on_one_game_are_two_offences_in_one_order(attempt):
    hall = Hall()
    name = first_white(hall)

    def rule(incident, **decided):
        return hall.rule(name, incident, **decided)

    told = at_once(
        lambda: rule("must_capture", consequence="caution"),
        lambda: rule("out_of_turn", consequence="caution"),
    )
    made = [one for one in told if isinstance(one, Ruling)]
    assert len(made) == 1  # the second offence costs the game, and says so instead of being a caution
    assert [one.proposed["in_game"] for one in made] == [1]


def test_a_form_sent_from_two_phones_at_once_is_one_case():
    hall = Hall()
    name = first_white(hall)
    told = at_once(*[lambda: hall.rule(name, "must_capture", "caution", key="one")] * 4)
    assert {one.pk for one in told} == {Ruling.objects.get().pk}
    assert Case.objects.count() == 1


def test_calls_from_one_board_are_one_and_numbers_have_no_gap():
    hall = Hall(players=12)
    cards = list(hall.section.board_cards.order_by("board_number"))
    calls = [lambda card=card: call_arbiter(card=card, actor=SYSTEM) for card in cards * 2]
    told = at_once(*calls)
    assert all(isinstance(one, Case) for one in told)
    assert sorted(Case.objects.values_list("number", flat=True)) == list(range(1, len(cards) + 1))
    first = told[0]
    taken = at_once(
        lambda: take_case(case_id=first.pk, actor=hall.arbiter),
        lambda: take_case(case_id=first.pk, actor=hall.deputy),
    )
    assert all(isinstance(one, Case) for one in taken)
