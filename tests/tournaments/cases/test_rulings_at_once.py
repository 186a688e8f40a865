"""Rulings that meet results, closings and each other, on PostgreSQL: one wins, the other is told."""

import pytest
from concurrency import at_once, on_postgresql
from event_rows import play
from history import content_now
from incidents import Hall

from club.core.actor import SYSTEM
from games.laws.scores.notes import notes_of
from tournaments.appeals.selectors import seats_of
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link
from tournaments.appeals.services.appeals import decide_appeal, file_appeal
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.errors import (
    CaseChanged,
    CaseSettled,
    NoChoice,
    RulingReachesBack,
    VotesMissing,
    WithTheCommittee,
)
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services.calls import call_arbiter
from tournaments.cases.services.cases import drop_case, open_case, take_case
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.core.selectors import rulings_in_force
from tournaments.events.services.events import show_event
from tournaments.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    Event,
    GameResult,
    OpponentChoice,
    Outcome,
    Round,
    Ruling,
)
from tournaments.results.errors import PublishedResult
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import RoundUnfinished
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.snapshots import content_of, snapshot_in_force

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
    assert isinstance(closed, Round | RoundUnfinished)
    if isinstance(closed, Round) and isinstance(
        ruled, RulingReachesBack
    ):  # closed first: it is to be confirmed
        assert hall.result(name).outcome == Outcome.WHITE
    else:
        assert isinstance(ruled, Ruling)
        assert hall.result(name).outcome == Outcome.BLACK
    assert standings_add_up(hall.section)


@pytest.mark.parametrize("attempt", range(4))
def test_of_two_arbiters_who_rule_on_one_case_one_is_told(attempt):
    hall = Hall()
    about = hall.at(first_white(hall))
    case = open_case(event_id=hall.event.pk, about=about, incident="must_capture", actor=hall.deputy)

    def rule(**decided):
        facts = {"case_id": case.pk, "version": case.version, "actor": hall.arbiter}
        return rule_on_case(decided=RulingDecision(**decided), **facts)

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
    first = hall.rule(name, "touched_not_moved", "game_lost", confirms_effects=True)
    case = Case.objects.get(pk=first.case_id)

    def anew(**decided):
        facts = {"case_id": case.pk, "version": case.version, "actor": hall.arbiter}
        decision = RulingDecision(reason="seen again", confirms_effects=True, **decided)
        return supersede_ruling(decided=decision, **facts)

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


@pytest.mark.parametrize("attempt", range(3))
def test_an_appeal_that_meets_a_ruling_anew_is_against_the_one_in_force(attempt):
    hall = Hall()
    first = hall.rule(first_white(hall), "must_capture", "caution")
    facts = {"case_id": first.case_id, "actor": hall.arbiter}

    def anew():
        return supersede_ruling(decided=RulingDecision(consequence="none", reason="seen again"), **facts)

    filed, ruled = at_once(lambda: file_appeal(appellant_id=first.entry_id, **facts), anew)
    assert isinstance(filed, Appeal)
    assert isinstance(ruled, Ruling | WithTheCommittee)
    case = Case.objects.get(pk=first.case_id)
    assert case.state == CaseState.APPEALED
    assert ruling_in_force(case) == filed.ruling


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_two_votes_at_once_are_both_in(attempt):
    hall = Hall()
    names = [{"name": name, "is_chair": name == "Zoe"} for name in ("Zoe", "Yan")]
    set_appeals(event_id=hall.event.pk, rules={}, members=names, actor=hall.director)
    first = hall.rule(first_white(hall), "must_capture", "caution")
    appeal = file_appeal(case_id=first.case_id, appellant_id=first.entry_id, actor=hall.arbiter)
    tokens = [make_seat_link(seat_id=seat.pk, actor=hall.arbiter) for seat in seats_of(appeal)]
    votes = [
        lambda token=token, vote=vote: give_vote(token=token, vote=vote, actor=hall.deputy)
        for token, vote in zip(tokens, ("stands", "change"), strict=True)
    ]
    told = at_once(*votes, lambda: decide_appeal(appeal_id=appeal.pk, actor=hall.arbiter))
    assert [seat.vote for seat in seats_of(appeal)] == ["stands", "change"]
    if isinstance(told[2], VotesMissing):
        decide_appeal(appeal_id=appeal.pk, actor=hall.arbiter)
    assert Appeal.objects.get().state == AppealState.UPHELD


@pytest.mark.parametrize("attempt", range(3))
def test_a_case_is_closed_or_ruled_on_and_never_both(attempt):
    hall = Hall()
    about = hall.at(first_white(hall))
    case = open_case(event_id=hall.event.pk, about=about, incident="touched_not_moved", actor=hall.deputy)

    def rule():
        return rule_on_case(
            case_id=case.pk, decided=RulingDecision(consequence="game_lost"), actor=hall.arbiter
        )

    told = at_once(rule, lambda: drop_case(case_id=case.pk, actor=hall.deputy))
    assert sum(isinstance(one, CaseSettled) for one in told) == 1
    case.refresh_from_db()
    is_ruled = case.state == CaseState.RULED
    assert is_ruled == isinstance(told[0], Ruling)
    assert hall.result(first_white(hall)).outcome == (Outcome.BLACK if is_ruled else Outcome.PENDING)


@pytest.mark.parametrize("attempt", range(3))
def test_the_choice_of_the_opponent_waits_for_no_result_and_is_made_once(attempt):
    hall = Hall()
    name = first_white(hall)
    ruling = hall.rule(name, "own_piece_removed", "caution")
    pairing = hall.at(name).pairing_id

    def choose(choice):
        return choose_as_opponent(case_id=ruling.case_id, choice=choice, actor=hall.deputy)

    def enter():
        return record_result(pairing_id=pairing, game=1, outcome=Outcome.DRAW, actor=hall.director)

    told = at_once(lambda: choose("play_on"), lambda: choose("lapsed"), enter)
    assert sum(isinstance(one, OpponentChoice) for one in told) == 1
    assert sum(isinstance(one, NoChoice) for one in told) == 1
    assert hall.result(name).outcome == Outcome.DRAW


@pytest.mark.parametrize("attempt", range(3))
def test_a_ruling_while_the_event_is_hidden_stands_in_no_record(attempt):
    hall = Hall()
    name = first_white(hall)
    record = hall.link(name, 1, '[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n')
    told = at_once(
        lambda: hall.rule(name, "must_capture", "caution"),
        lambda: show_event(event_id=hall.event.pk, is_public=False, actor=hall.director),
    )
    assert [type(one) for one in told] == [Ruling, Event]
    record.refresh_from_db()
    assert notes_of(record.pdn) == []


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
