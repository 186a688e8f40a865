"""Results of a league match: told by one captain, answered by the other, board by board."""

from datetime import timedelta

import pytest
from django.utils import timezone
from league_season import fixture_of, keys_of, league_of, secret_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.models import AuditEntry, OutboxMessage
from tournaments.leagues.errors import (
    BoardStands,
    BoardUnsaid,
    NothingSaid,
    NothingToTakeBack,
    UnknownCaptain,
)
from tournaments.leagues.services.captains import remove_captain
from tournaments.leagues.services.handed_line_ups import submit_line_up
from tournaments.leagues.services.match_reports import (
    accept_match_report,
    report_results,
    settle_unanswered,
    withdraw_match_report,
)
from tournaments.models import Case, Fixture, Outcome, ResultDispute, ResultReport, Settled
from tournaments.rounds.services.rounds import close_round
from tournaments.teams.errors import BoardEmpty, RoundNotPublished

pytestmark = pytest.mark.django_db


@world
def match():
    return fixture_of(league_of())


def tell(match, team, said, **more):
    return report_results(
        pairing_id=match.pairing_id,
        entry_id=team.pk,
        said=said,
        secret=secret_of(team),
        actor=VISITOR,
        **more,
    )


def outcomes(match):
    return [one.outcome for one in match.pairing.games.order_by("number")]


def test_what_one_captain_says_is_no_result(match):
    home = match.pairing.white
    tell(match, home, {1: "first", 2: "draw"})
    assert outcomes(match) == [Outcome.PENDING, Outcome.PENDING]
    assert ResultReport.objects.count() == 2
    match.refresh_from_db()
    assert (match.told_by, match.settled_at) == (home, None)


def test_both_captains_saying_the_same_make_the_result(match):
    home, guests = match.pairing.white, match.pairing.black
    tell(match, home, {1: "first", 2: "first"})
    tell(match, guests, {1: "first", 2: "first"})
    assert outcomes(match) == [Outcome.WHITE, Outcome.BLACK]  # the home team has White on board 1 alone
    match.refresh_from_db()
    assert match.settled_how == Settled.CAPTAINS
    told = match.pairing.games.first()
    assert told.entered_by == f"{home.name} / {guests.name}"


def test_the_same_said_again_changes_nothing(match):
    home, guests = match.pairing.white, match.pairing.black
    for _ in range(2):
        tell(match, home, {1: "first", 2: "draw"})
    before = AuditEntry.objects.count()
    tell(match, home, {1: "first", 2: "draw"})
    assert AuditEntry.objects.count() == before
    tell(match, guests, {1: "first", 2: "draw"})
    before = AuditEntry.objects.count()
    tell(match, guests, {1: "first", 2: "draw"})
    tell(match, home, {1: "first", 2: "draw"})
    assert AuditEntry.objects.count() == before


def test_a_board_that_is_contradicted_is_a_case_and_the_others_stand(match):
    home, guests = match.pairing.white, match.pairing.black
    tell(match, home, {1: "first", 2: "draw"})
    tell(match, guests, {1: "second", 2: "draw"})
    assert outcomes(match) == [Outcome.PENDING, Outcome.DRAW]
    dispute = ResultDispute.objects.get()
    assert (dispute.first_by, dispute.first_outcome) == (home.name, "white")
    assert (dispute.second_by, dispute.second_outcome) == (guests.name, "black")
    assert Case.objects.get().pairing_id == match.pairing_id
    match.refresh_from_db()
    assert match.settled_at is None
    tell(match, home, {1: "second"})  # the home captain comes round to it
    assert outcomes(match) == [Outcome.BLACK, Outcome.DRAW]
    assert ResultDispute.objects.get().settled_at is not None
    match.refresh_from_db()
    assert match.settled_how == Settled.CAPTAINS


def test_a_result_that_stands_is_the_directors(match):
    home, guests = match.pairing.white, match.pairing.black
    tell(match, home, {1: "first"})
    tell(match, guests, {1: "first"})
    with pytest.raises(BoardStands):
        tell(match, home, {1: "draw"})


def test_an_adjourned_board_is_told_anew_when_it_is_over(match):
    home, guests = match.pairing.white, match.pairing.black
    tell(match, home, {1: "adjourned", 2: "first"})
    tell(match, guests, {1: "adjourned", 2: "first"})
    assert outcomes(match) == [Outcome.ADJOURNED, Outcome.BLACK]
    tell(match, guests, {1: "second"})
    tell(match, home, {1: "second"})
    assert outcomes(match) == [Outcome.BLACK, Outcome.BLACK]
    assert not ResultDispute.objects.exists()


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("first_forfeit", Outcome.WHITE_FORFEIT),
        ("second_forfeit", Outcome.BLACK_FORFEIT),
        ("both_forfeit", Outcome.DOUBLE_FORFEIT),
    ],
)
def test_defaulted_boards(match, word, outcome):
    tell(match, match.pairing.white, {1: word})
    tell(match, match.pairing.black, {1: word})
    assert outcomes(match)[0] == outcome


@pytest.mark.parametrize("word", ["white", "x" * 9999, "\x00", "\ud800", "pending"], ids=ascii)
@pytest.mark.every_case
def test_words_that_are_no_result_are_refused(match, word):
    with pytest.raises(BoardUnsaid):
        tell(match, match.pairing.white, {1: word})


def test_boards_that_are_not_there_are_refused(match):
    with pytest.raises(BoardUnsaid):
        tell(match, match.pairing.white, {3: "first"})
    with pytest.raises(NothingSaid):
        tell(match, match.pairing.white, {1: "", 2: ""})


def test_a_link_speaks_for_the_own_team_alone(match):
    home, guests = match.pairing.white, match.pairing.black
    facts = {"pairing_id": match.pairing_id, "said": {1: "first"}, "actor": VISITOR}
    with pytest.raises(UnknownCaptain):
        report_results(entry_id=guests.pk, secret=secret_of(home), **facts)
    secret = secret_of(home)
    remove_captain(captain_id=home.captains.get().pk, actor=SYSTEM)
    for dead in (secret, secret[:-1], "1-x", "x", "9" * 30 + "-x", "\x00"):
        with pytest.raises(UnknownCaptain):
            report_results(entry_id=home.pk, secret=dead, **facts)


def test_an_empty_board_takes_forfeits_alone(match):
    home, guests = match.pairing.white, match.pairing.black
    for team, places in ((home, (1, 2)), (guests, (1,))):
        submit_line_up(
            pairing_id=match.pairing_id,
            entry_id=team.pk,
            members=keys_of(team, *places),
            secret=secret_of(team),
            actor=VISITOR,
        )
    assert outcomes(match) == [Outcome.PENDING, Outcome.BLACK_FORFEIT]
    with pytest.raises(BoardStands):
        tell(match, home, {2: "draw"})
    Fixture.objects.update(shown_at=None)
    match.pairing.games.update(outcome=Outcome.PENDING)
    with pytest.raises(BoardEmpty):
        tell(match, home, {2: "draw"})


def test_unanswered_results_stand_after_the_days_of_the_league(match):
    home, guests = match.pairing.white, match.pairing.black
    tell(match, home, {1: "first", 2: "draw"})
    now = timezone.now()
    assert settle_unanswered(now=now + timedelta(days=2)) == 0
    assert settle_unanswered(now=now + timedelta(days=4)) == 1
    assert outcomes(match) == [Outcome.WHITE, Outcome.DRAW]
    match.refresh_from_db()
    assert match.settled_how == Settled.LAPSE
    assert settle_unanswered(now=now + timedelta(days=9)) == 0
    told = OutboxMessage.objects.filter(to="captain2@north.example", text__contains="no objection in time")
    assert told.count() == (1 if guests.name == "Town 2" else 0) or home.name == "Town 2"


def test_a_disputed_board_never_stands_by_itself(match):
    tell(match, match.pairing.white, {1: "first", 2: "draw"})
    tell(match, match.pairing.black, {1: "draw"})
    assert settle_unanswered(now=timezone.now() + timedelta(days=9)) == 1
    assert outcomes(match) == [Outcome.PENDING, Outcome.DRAW]


def test_without_days_nothing_stands_by_itself():
    match = fixture_of(league_of(confirm_within=0))
    tell(match, match.pairing.white, {1: "first"})
    assert settle_unanswered(now=timezone.now() + timedelta(days=99)) == 0
    accept_match_report(pairing_id=match.pairing_id, actor=SYSTEM, reason="Told by telephone")
    assert outcomes(match)[0] == Outcome.WHITE


def test_the_other_captain_is_asked_once_and_told_of_a_difference(match):
    home, guests = match.pairing.white, match.pairing.black
    OutboxMessage.objects.all().delete()
    tell(match, home, {1: "first"})
    asked = OutboxMessage.objects.get()
    assert asked.to == guests.captains.get().email
    assert f"/t/{secret_of(guests)}/" in asked.text
    tell(match, guests, {1: "draw"})
    assert OutboxMessage.objects.filter(to=home.captains.get().email).count() == 1


def test_what_was_said_is_taken_back_and_said_again(match):
    home = match.pairing.white
    tell(match, home, {1: "first", 2: "second"})
    told = AuditEntry.objects.filter(action="tournaments.match.told").latest("pk")
    undo_entry(entry_id=told.pk, actor=SYSTEM)
    assert not ResultReport.objects.exists()
    untold = AuditEntry.objects.filter(action="tournaments.match.untold").latest("pk")
    undo_entry(entry_id=untold.pk, actor=SYSTEM)
    assert sorted(ResultReport.objects.values_list("game", "outcome")) == [(1, "white"), (2, "white")]
    with pytest.raises(NothingToTakeBack):
        withdraw_match_report(pairing_id=match.pairing_id, entry_id=match.pairing.black_id, actor=SYSTEM)


def test_what_became_a_result_is_not_unsaid(match):
    tell(match, match.pairing.white, {1: "first"})
    told = AuditEntry.objects.filter(action="tournaments.match.told").latest("pk")
    tell(match, match.pairing.black, {1: "first"})
    with pytest.raises(NothingToTakeBack):
        undo_entry(entry_id=told.pk, actor=SYSTEM)


def test_a_closed_round_takes_no_word(match):
    for team in (match.pairing.white, match.pairing.black):
        tell(match, team, {1: "first", 2: "draw"})
    close_round(round_id=match.pairing.round_id, actor=SYSTEM)
    with pytest.raises(RoundNotPublished):
        tell(match, match.pairing.white, {1: "first"})
