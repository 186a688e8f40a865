"""Challenges: who may make them, what they do to the order, what is refused, and how it all goes back."""

from datetime import timedelta

import pytest
from django.utils import timezone
from event_rows import club_of, latest, somebody
from ladder_club import challenge, guardian_of, ladder_of, order_on, person_of, player_of

from club.audit.services import rehearse_undo, undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.core.errors import CannotUndo, NotAllowed
from club.models import AuditEntry, Person
from tournaments.core.errors import ChangedMeanwhile
from tournaments.events.errors import RulesNotPlayed
from tournaments.ladders.errors import (
    AwayUnfit,
    ChallengeOpen,
    ChallengeOver,
    LadderNameTaken,
    LadderRulesUnfit,
    MayNotChallenge,
    MoveNeedsReason,
    NotOfTheClub,
    NotOnLadder,
    NotYourChallenge,
    OnLadderAlready,
    UnknownChallengeResult,
)
from tournaments.ladders.services.challenges import (
    answer_challenge,
    make_challenge,
    reopen_challenge,
    report_challenge,
    settle_challenge,
    withdraw_challenge,
)
from tournaments.ladders.services.daily_jobs import drop_idle_players, settle_due_challenges
from tournaments.ladders.services.ladders import (
    change_ladder,
    join_ladder,
    leave_ladder,
    make_ladder,
    move_on_ladder,
    set_away,
)
from tournaments.models import Challenge, ChallengeState, Ladder, LadderPlace, LadderStep

pytestmark = pytest.mark.django_db


def settle(row, result="challenger", actor=SYSTEM):
    return settle_challenge(challenge_id=row.pk, result=result, actor=actor)


def says(row, ladder, name, result, actor=None):
    return report_challenge(
        challenge_id=row.pk,
        person_id=person_of(ladder, name).pk,
        result=result,
        actor=actor or player_of(ladder, name),
    )


def undo(action):
    entry = latest(f"tournaments.{action}")
    rehearse_undo(entry_id=entry.pk, actor=SYSTEM)
    return undo_entry(entry_id=entry.pk, actor=SYSTEM, reason="A slip.")


def days_later(ladder, days):
    """As if everything of the ladder had been so many days ago."""
    gone = timedelta(days=days)
    for row in Challenge.objects.filter(ladder=ladder):
        row.due_on -= gone
        row.made_at -= gone
        row.settled_at = row.settled_at and row.settled_at - gone
        row.save()
    for place in LadderPlace.objects.filter(ladder=ladder):
        place.active_at -= gone
        place.save()


# -- by the players ----------------------------------------------------------------------------------


def test_two_players_settle_a_challenge_from_their_own_accounts(ladder):
    row = challenge(ladder, "Dot", "Ben", actor=player_of(ladder, "Dot"), accepted=False)
    assert row.due_on == timezone.localdate() + timedelta(days=ladder.answer_days)
    row = answer_challenge(challenge_id=row.pk, accepts=True, actor=player_of(ladder, "Ben"))
    assert row.due_on == timezone.localdate() + timedelta(days=ladder.play_days)
    says(row, ladder, "Dot", "challenger")
    assert order_on(ladder) == "ABCDEF"
    row = says(row, ladder, "Ben", "challenger")
    assert (row.state, row.result) == (ChallengeState.PLAYED, "challenger")
    assert order_on(ladder) == "ADBCEF"


def test_different_words_move_nothing_and_the_desk_decides(ladder, secretary):
    row = challenge(ladder, "Dot", "Ben")
    says(row, ladder, "Dot", "challenger")
    row = says(row, ladder, "Ben", "challenged")
    assert row.is_disputed
    assert order_on(ladder) == "ABCDEF"
    settle(row, "draw", secretary)
    assert order_on(ladder) == "ABCDEF"
    assert latest("tournaments.challenge.settled").after["challenge_result"] == "draw"


def test_a_player_may_say_otherwise_until_both_say_the_same(ladder):
    row = challenge(ladder, "Dot", "Ben")
    says(row, ladder, "Dot", "challenger")
    says(row, ladder, "Ben", "challenged")
    assert says(row, ladder, "Dot", "challenged").state == ChallengeState.PLAYED
    assert order_on(ladder) == "ABCDEF"


def test_a_guardian_acts_for_a_ward_and_a_stranger_does_not(ladder):
    parent = guardian_of(ladder, "Dot")
    row = challenge(ladder, "Dot", "Ben", actor=parent)
    assert says(row, ladder, "Dot", "draw", actor=parent).challenger_says == "draw"
    for stranger in (player_of(ladder, "Ann"), somebody("viewer"), VISITOR):
        with pytest.raises(NotYourChallenge):
            says(row, ladder, "Dot", "draw", actor=stranger)
        with pytest.raises(NotYourChallenge):
            challenge(ladder, "Eve", "Cas", actor=stranger, accepted=False)


def test_nobody_answers_for_the_other(ladder):
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    with pytest.raises(NotYourChallenge):
        answer_challenge(challenge_id=row.pk, accepts=True, actor=player_of(ladder, "Dot"))
    with pytest.raises(NotYourChallenge):
        report_challenge(
            challenge_id=row.pk,
            person_id=person_of(ladder, "Ann").pk,
            result="draw",
            actor=player_of(ladder, "Ann"),
        )


def test_a_challenger_takes_back_only_what_is_not_accepted(ladder, secretary):
    row = challenge(ladder, "Dot", "Ben")
    with pytest.raises(ChallengeOver):
        withdraw_challenge(challenge_id=row.pk, actor=player_of(ladder, "Dot"))
    assert withdraw_challenge(challenge_id=row.pk, actor=secretary).state == ChallengeState.WITHDRAWN
    again = challenge(ladder, "Dot", "Ben", accepted=False)
    withdraw_challenge(challenge_id=again.pk, actor=player_of(ladder, "Dot"))
    assert order_on(ladder) == "ABCDEF"


# -- the rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "names", "why"),
    [
        pytest.param({}, ("Ben", "Dot"), "challenge_not_above", id="downward"),
        pytest.param({"reach": 2}, ("Eve", "Ben"), "challenge_too_far", id="too far"),
    ],
)
def test_what_the_rules_forbid_is_named(db, rules, names, why):
    ladder = ladder_of(club_of(), **rules)
    with pytest.raises(MayNotChallenge) as refused:
        challenge(ladder, *names)
    assert refused.value.facts["why"] == why
    assert not Challenge.objects.exists()


def refused_as(ladder, *names):
    with pytest.raises(MayNotChallenge) as refused:
        challenge(ladder, *names)
    return refused.value.facts["why"]


def test_a_player_has_one_challenge_at_a_time(ladder):
    challenge(ladder, "Dot", "Ben")
    assert refused_as(ladder, "Cas", "Ben") == "challenge_other_is_busy"
    assert refused_as(ladder, "Dot", "Ann") == "challenge_you_are_busy"


def test_after_a_game_there_is_some_rest_and_the_same_two_wait_longer(db):
    ladder = ladder_of(club_of(), protection_days=3, rematch_days=14)
    settle(challenge(ladder, "Dot", "Ben"), "challenged")
    assert refused_as(ladder, "Cas", "Ben") == "challenge_other_is_protected"
    days_later(ladder, 4)
    assert refused_as(ladder, "Dot", "Ben") == "challenge_met_lately"
    days_later(ladder, 14)
    assert challenge(ladder, "Dot", "Ben").state == ChallengeState.ACCEPTED


def test_who_is_away_is_left_in_peace(ladder):
    until = timezone.localdate() + timedelta(days=20)
    row = challenge(ladder, "Dot", "Cas")
    for name in ("Ben", "Cas"):
        set_away(ladder_id=ladder.pk, person_id=person_of(ladder, name).pk, until=until, actor=SYSTEM)
    assert refused_as(ladder, "Eve", "Ben") == "challenge_other_is_away"
    row.refresh_from_db()
    assert row.due_on == until + timedelta(days=ladder.play_days)
    set_away(ladder_id=ladder.pk, person_id=person_of(ladder, "Ben").pk, until=None, actor=SYSTEM)
    assert challenge(ladder, "Eve", "Ben")


def test_nobody_is_away_in_the_past_or_for_ever(ladder):
    for days in (-1, 400):
        until = timezone.localdate() + timedelta(days=days)
        with pytest.raises(AwayUnfit):
            set_away(ladder_id=ladder.pk, person_id=person_of(ladder, "Ben").pk, until=until, actor=SYSTEM)


@pytest.mark.parametrize(
    ("rules", "result", "order"),
    [
        pytest.param({}, "challenger", "ADBCEF", id="a win takes the place"),
        pytest.param({"win": "swap"}, "challenger", "ADCBEF", id="a win changes places"),
        pytest.param({}, "draw", "ABCDEF", id="a draw changes nothing"),
        pytest.param({"draw": "behind"}, "draw", "ABDCEF", id="a draw brings one up behind"),
        pytest.param({"draw": "behind"}, "challenged", "ABCDEF", id="a loss changes nothing"),
    ],
)
def test_what_a_result_does(db, rules, result, order):
    ladder = ladder_of(club_of(), **rules)
    settle(challenge(ladder, "Dot", "Ben"), result)
    assert order_on(ladder) == order


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        pytest.param({}, "ADBCEF", id="the place is forfeited"),
        pytest.param({"refusal": "stay"}, "ABCDEF", id="a refusal is free"),
        pytest.param({"refusal": "drop", "refusal_drop": 3}, "ACDEBF", id="it costs places"),
    ],
)
@pytest.mark.parametrize("waits", [False, True], ids=["refused", "not answered"])
def test_a_refusal_and_no_answer_cost_the_same(db, rules, order, waits):
    ladder = ladder_of(club_of(), **rules)
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    if waits:
        assert settle_due_challenges() == 0
        days_later(ladder, ladder.answer_days + 1)
        assert (settle_due_challenges(), settle_due_challenges()) == (1, 0)
    else:
        answer_challenge(challenge_id=row.pk, accepts=False, actor=player_of(ladder, "Ben"))
    assert order_on(ladder) == order


def test_an_accepted_challenge_that_is_not_played_lapses(ladder):
    row = challenge(ladder, "Dot", "Ben")
    days_later(ladder, ladder.play_days + 1)
    settle_due_challenges()
    row.refresh_from_db()
    assert (row.state, order_on(ladder)) == (ChallengeState.LAPSED, "ABCDEF")


def test_who_does_not_play_goes_down(db):
    ladder = ladder_of(club_of(), idle_days=30, idle_drop=2)
    days_later(ladder, 31)
    LadderPlace.objects.exclude(person__name="Ben").update(active_at=timezone.now())
    assert (drop_idle_players(), drop_idle_players()) == (1, 0)
    assert order_on(ladder) == "ACDBEF"
    undo("ladder.idled")
    assert order_on(ladder) == "ABCDEF"


def test_the_days_away_do_not_count_as_idle(db):
    ladder = ladder_of(club_of(), idle_days=30, idle_drop=2)
    days_later(ladder, 31)
    LadderPlace.objects.update(away_until=timezone.localdate() - timedelta(days=2))
    assert drop_idle_players() == 0


# -- at the desk -------------------------------------------------------------------------------------


def test_places_never_overlap_and_newcomers_begin_at_the_bottom(ladder):
    assert list(ladder.places.order_by("place").values_list("place", flat=True)) == [1, 2, 3, 4, 5, 6]
    new = Person.objects.create(name="Gus", organisation=ladder.organisation)
    assert join_ladder(ladder_id=ladder.pk, person_id=new.pk, actor=SYSTEM).place == 7
    with pytest.raises(OnLadderAlready):
        join_ladder(ladder_id=ladder.pk, person_id=new.pk, actor=SYSTEM)


def test_somebody_of_another_club_is_nobody_here(ladder):
    foreign = Person.objects.create(name="Zoe", organisation=club_of("south"))
    with pytest.raises(NotOfTheClub):
        join_ladder(ladder_id=ladder.pk, person_id=foreign.pk, actor=SYSTEM)
    with pytest.raises(NotOnLadder):
        make_challenge(
            ladder_id=ladder.pk,
            challenger_id=foreign.pk,
            challenged_id=person_of(ladder, "Ann").pk,
            actor=SYSTEM,
        )


def test_who_leaves_makes_room_but_not_with_a_challenge_open(ladder):
    row = challenge(ladder, "Dot", "Ben")
    ben = person_of(ladder, "Ben").pk
    with pytest.raises(ChallengeOpen):
        leave_ladder(ladder_id=ladder.pk, person_id=ben, actor=SYSTEM)
    settle(row, "draw")
    leave_ladder(ladder_id=ladder.pk, person_id=ben, actor=SYSTEM)
    assert order_on(ladder) == "ACDEF"
    undo("ladder.left")
    assert order_on(ladder) == "ABCDEF"


def test_a_place_is_given_by_hand_for_a_reason(ladder, secretary):
    facts = {"ladder_id": ladder.pk, "person_id": person_of(ladder, "Fay").pk, "actor": secretary}
    with pytest.raises(MoveNeedsReason):
        move_on_ladder(place=1, reason=" ", **facts)
    assert move_on_ladder(place=2, reason="Was forgotten.", **facts).place == 2
    assert move_on_ladder(place=9999, reason="A slip.", **facts).place == 6
    assert LadderStep.objects.filter(kind="moved").first().reason == "Was forgotten."


def test_only_those_who_keep_ladders_keep_them(ladder, arbiter):
    with pytest.raises(NotAllowed):
        make_ladder(organisation_id=ladder.organisation_id, name="Blitz", actor=arbiter)
    with pytest.raises(NotAllowed):
        settle(challenge(ladder, "Dot", "Ben"), actor=arbiter)


def test_rules_that_cannot_be_are_refused(ladder):
    def change(**facts):
        return change_ladder(ladder_id=ladder.pk, version=ladder.version, actor=SYSTEM, **facts)

    for facts in (
        {"reach": 9999},
        {"answer_days": -1},
        {"win": "shout"},
        {"name": ""},
        {"newcomers": "rating"},
        {"rating_list_id": 999},
    ):
        with pytest.raises(LadderRulesUnfit):
            change(**facts)
    with pytest.raises(RulesNotPlayed):
        change(variant="ludo")
    with pytest.raises(LadderNameTaken):
        make_ladder(organisation_id=ladder.organisation_id, name=" Ladder ", actor=SYSTEM)
    assert change(reach=1).version == 2
    with pytest.raises(ChangedMeanwhile):
        change(reach=2)


def test_a_result_that_is_none_is_refused(ladder):
    with pytest.raises(UnknownChallengeResult):
        settle(challenge(ladder, "Dot", "Ben"), "white")


# -- back again --------------------------------------------------------------------------------------


def test_a_result_taken_back_leaves_all_that_came_after(ladder):
    settle(challenge(ladder, "Dot", "Ben"))
    first = latest("tournaments.challenge.settled")
    settle(challenge(ladder, "Fay", "Cas"))
    assert order_on(ladder) == "ADBFCE"
    undo_entry(entry_id=first.pk, actor=SYSTEM)
    assert order_on(ladder) == "ABFCDE"
    assert Challenge.objects.get(pk=first.target_id).state == ChallengeState.ACCEPTED


def test_a_corrected_result_counts_as_if_it_had_always_been_so(ladder):
    row = challenge(ladder, "Dot", "Ben")
    settle(row, "challenged")
    settle(challenge(ladder, "Eve", "Dot"))
    assert order_on(ladder) == "ABCEDF"
    settle(row, "challenger")
    assert order_on(ladder) == "AEDBCF"
    settle(row, "challenged")
    assert order_on(ladder) == "ABCEDF"


@pytest.mark.parametrize("accepts", [True, False])
def test_an_answer_goes_back(ladder, accepts):
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    answer_challenge(challenge_id=row.pk, accepts=accepts, actor=SYSTEM)
    undo("challenge.accepted" if accepts else "challenge.refused")
    row.refresh_from_db()
    assert (row.state, order_on(ladder)) == (ChallengeState.MADE, "ABCDEF")


def test_a_challenge_made_by_mistake_is_taken_back(ladder):
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    undo("challenge.made")
    row.refresh_from_db()
    assert row.state == ChallengeState.WITHDRAWN


def test_what_went_on_is_not_undone(ladder):
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    made = latest("tournaments.challenge.made")
    withdraw_challenge(challenge_id=row.pk, actor=SYSTEM)
    withdrawn = latest("tournaments.challenge.withdrawn")
    challenge(ladder, "Dot", "Ann")
    for entry in (made, withdrawn):
        with pytest.raises((CannotUndo, ChallengeOver)):
            undo_entry(entry_id=entry.pk, actor=SYSTEM)


def test_joining_is_undone_and_not_twice(ladder):
    joined = AuditEntry.objects.filter(action="tournaments.ladder.joined").earliest("pk")
    undo_entry(entry_id=joined.pk, actor=SYSTEM)
    assert order_on(ladder) == "BCDEF"
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=joined.pk, actor=SYSTEM)


def test_an_open_challenge_is_not_opened_again(ladder):
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    with pytest.raises(ChallengeOver):
        reopen_challenge(challenge_id=row.pk, actor=SYSTEM)


def test_ladders_of_a_club_are_several(ladder):
    other = ladder_of(ladder.organisation, name="Blitz", names=("Ben", "Ann"))
    settle(challenge(other, "Ann", "Ben"))
    assert (order_on(other), order_on(ladder)) == ("AB", "ABCDEF")
    assert Ladder.objects.count() == 2
