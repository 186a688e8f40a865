"""Leagues: the season drawn, matches moved, captains and squads, polls, the table."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from league_season import fixture_of, keys_of, league_of, secret_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.models import AuditEntry, Guardianship, Organisation, OutboxMessage, Person
from tournaments.events.services.events import create_event
from tournaments.leagues.captain_links import answer_secret, captain_of, captain_secret
from tournaments.leagues.errors import (
    CaptainNamedSince,
    FixtureOver,
    NoFixture,
    NoLeague,
    PlaysForOther,
    PollOver,
    RemindedAlready,
    SeasonBegun,
    SeasonDrawn,
    TransfersOver,
    UnknownAnswer,
    UnknownCaptain,
    UnknownLeader,
    UnknownPoll,
)
from tournaments.leagues.selectors.fixtures import fixture_lines, fixtures_of_club, league_state
from tournaments.leagues.selectors.league_table import league_table
from tournaments.leagues.selectors.squads import reserves_for, squad_lines
from tournaments.leagues.services.captains import name_captain, remove_captain, renew_link, restore_captain
from tournaments.leagues.services.fixture_deadlines import remind_captains
from tournaments.leagues.services.fixtures import move_fixture, reinstate_fixture, strike_fixture
from tournaments.leagues.services.leagues import delete_season_rounds, draw_season
from tournaments.leagues.services.match_reports import report_results
from tournaments.leagues.services.polls import answer_poll, choose_mail, close_poll, open_poll, remind_squad
from tournaments.leagues.services.squads import end_player, register_player, remove_player, set_home
from tournaments.models import (
    Availability,
    AvailabilityPoll,
    Captain,
    Fixture,
    FixtureState,
    Outcome,
    Section,
    TeamMember,
)
from tournaments.results.services.results import forfeit_match, record_result
from tournaments.standings.selectors.standings import standing_rows
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

pytestmark = pytest.mark.django_db


def undo_last(action):
    return undo_entry(entry_id=AuditEntry.objects.filter(action=action).latest("pk").pk, actor=SYSTEM)


# -- the season --------------------------------------------------------------------------------------


def test_a_season_is_drawn_at_once_home_and_away():
    section = league_of(4, cycles=2)
    lines = fixture_lines(section)
    assert len(lines) == 12
    assert section.round_rows.count() == 6
    meetings = {(line.home.name, line.guests.name) for line in lines}
    assert len(meetings) == 12  # everybody at home against everybody
    assert lines[0].venue == f"{lines[0].home.name} Hall"
    assert lines[0].begins_at == section.round_times.get(number=1).starts_at
    assert not any(game.first_member_id for line in lines for game in line.fixture.pairing.games.all())


def test_a_season_is_drawn_once_and_taken_back_before_it_begins():
    section = league_of(3)
    with pytest.raises(SeasonDrawn):
        draw_season(section_id=section.pk, actor=SYSTEM)
    undo_last("tournaments.season.drawn")
    assert not section.round_rows.exists()
    undo_last("tournaments.season.taken_back")
    assert Fixture.objects.count() == 3
    report_results(
        pairing_id=Fixture.objects.first().pairing_id,
        entry_id=Fixture.objects.first().pairing.white_id,
        said={1: "draw"},
        actor=SYSTEM,
    )
    with pytest.raises(SeasonBegun):
        delete_season_rounds(section_id=section.pk, actor=SYSTEM)


def test_a_section_that_is_no_league_has_no_season():
    home = Organisation.objects.create(slug="north", name="North")
    for preset in ("team_swiss", "blitz"):
        section = create_event(
            organisation_id=home.pk, name=preset, preset=preset, actor=SYSTEM
        ).sections.get()
        with pytest.raises(NoLeague):
            draw_season(section_id=section.pk, actor=SYSTEM)


# -- days --------------------------------------------------------------------------------------------


def test_a_match_is_moved_by_agreement_and_back():
    match = fixture_of(league_of())
    day, was = timezone.now() + timedelta(days=30), match.begins_at
    move_fixture(
        pairing_id=match.pairing_id, starts_at=day, agreed_by="Both captains", venue="Barn", actor=SYSTEM
    )
    (line,) = fixture_lines(match.pairing.round.section)
    assert (line.begins_at, line.venue, line.fixture.first_date) == (day, "Barn", was)
    assert line.fixture.agreed_by == "Both captains"
    undo_last("tournaments.fixture.moved")
    (line,) = fixture_lines(match.pairing.round.section)
    assert (line.begins_at, line.venue) == (was, f"{line.home.name} Hall")


def test_a_match_is_put_off_without_a_day():
    section = league_of()
    match = fixture_of(section)
    move_fixture(pairing_id=match.pairing_id, starts_at=None, is_postponed=True, actor=SYSTEM)
    (line,) = fixture_lines(section)
    assert line.begins_at is None
    assert league_state(section, [line]).undated == [line]


def test_a_match_with_results_stays_on_its_day():
    match = fixture_of(league_of())
    record_result(pairing_id=match.pairing_id, game=1, outcome="draw", actor=SYSTEM)
    with pytest.raises(FixtureOver):
        move_fixture(pairing_id=match.pairing_id, starts_at=timezone.now(), actor=SYSTEM)
    with pytest.raises(FixtureOver):
        strike_fixture(pairing_id=match.pairing_id, actor=SYSTEM)


def test_what_no_match_is():
    with pytest.raises(NoFixture):
        move_fixture(pairing_id=10**9, starts_at=None, actor=SYSTEM)


def test_too_many_words_about_a_venue_are_refused():
    match = fixture_of(league_of())
    with pytest.raises(ValidationError):
        move_fixture(pairing_id=match.pairing_id, starts_at=None, venue="x" * 201, actor=SYSTEM)


def test_a_match_is_struck_and_played_after_all():
    match = fixture_of(league_of())
    strike_fixture(pairing_id=match.pairing_id, actor=SYSTEM)
    assert set(match.pairing.games.values_list("outcome", flat=True)) == {Outcome.UNPLAYED}
    undo_last("tournaments.fixture.struck")
    assert set(match.pairing.games.values_list("outcome", flat=True)) == {Outcome.PENDING}
    undo_last("tournaments.fixture.on_again")
    assert Fixture.objects.get(pk=match.pk).state == FixtureState.NOT_PLAYED
    reinstate_fixture(pairing_id=match.pairing_id, actor=SYSTEM)
    forfeit_match(pairing_id=match.pairing_id, entry_id=match.pairing.black_id, actor=SYSTEM)
    (line,) = fixture_lines(match.pairing.round.section)
    assert (line.is_in, line.home_points, line.guest_points) == (True, 4, 0)


# -- captains ----------------------------------------------------------------------------------------


def test_a_captain_is_mailed_a_link_that_dies_with_a_new_one():
    section = league_of()
    team = section.entries.first()
    captain = team.captains.get()
    told = OutboxMessage.objects.get(key=f"tournaments.captain:link:{captain.pk}:1")
    assert f"https://club.example/t/{captain_secret(captain)}/" in told.text
    secret = captain_secret(captain)
    renew_link(captain_id=captain.pk, actor=SYSTEM)
    assert captain_of(secret) is None
    assert captain_of(captain_secret(Captain.objects.get(pk=captain.pk))) == captain


def test_a_captain_is_replaced_and_comes_back():
    team = league_of().entries.first()
    old = team.captains.get()
    new = name_captain(entry_id=team.pk, name="Somebody else", actor=SYSTEM)
    assert captain_of(captain_secret(old)) is None
    with pytest.raises(CaptainNamedSince):
        restore_captain(captain_id=old.pk, actor=SYSTEM)
    undo_last("tournaments.captain.named")
    assert list(team.captains.filter(removed_at__isnull=True)) == [old]
    assert captain_of(captain_secret(new)) is None
    remove_captain(captain_id=old.pk, actor=SYSTEM)
    undo_last("tournaments.captain.removed")
    assert captain_of(captain_secret(old)) == old


def test_a_vice_captain_leads_beside_the_captain():
    team = league_of().entries.first()
    name_captain(entry_id=team.pk, name="Vice", role="vice", actor=SYSTEM)
    assert team.captains.filter(removed_at__isnull=True).count() == 2


def test_a_captain_who_is_a_person_is_one_of_the_club():
    section = league_of()
    team = section.entries.first()
    south = Organisation.objects.create(slug="south", name="South")
    stranger = Person.objects.create(name="Stranger", organisation=south)
    with pytest.raises(UnknownLeader):
        name_captain(entry_id=team.pk, name="", person_id=stranger.pk, actor=SYSTEM)
    own = Person.objects.create(
        name="Own", email="own@north.example", organisation=section.event.organisation
    )
    named = name_captain(entry_id=team.pk, name="", person_id=own.pk, actor=SYSTEM)
    assert (named.name, named.email) == ("Own", "own@north.example")


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "A", "email": "x"}, {"name": "A", "role": "king"}])
def test_wrong_words_about_a_captain_are_refused(wrong):
    team = league_of().entries.first()
    with pytest.raises(ValidationError):
        name_captain(entry_id=team.pk, actor=SYSTEM, **wrong)
    assert team.captains.get().removed_at is None


# -- squads ------------------------------------------------------------------------------------------


def test_squads_change_until_the_transfers_are_over_and_then_with_a_reason():
    section = league_of(transfers_until="2020-01-31")
    team = section.entries.first()
    with pytest.raises(TransfersOver):
        register_player(entry_id=team.pk, name="New", actor=SYSTEM)
    member = register_player(entry_id=team.pk, name="New", reason="Moved here", actor=SYSTEM)
    assert member.board_order == 5
    undo_last("tournaments.squad.joined")
    assert not TeamMember.objects.filter(name="New").exists()


def test_a_player_is_bound_to_one_team():
    section = league_of()
    first, second = section.entries.order_by("name")
    with pytest.raises(PlaysForOther):
        register_player(entry_id=second.pk, name=f"{first.name}.1".upper(), actor=SYSTEM)
    end_player(
        member_id=keys_of(first, 1)[0],
        plays_until=timezone.localdate() - timedelta(days=1),
        actor=SYSTEM,
    )
    register_player(entry_id=second.pk, name=f"{first.name}.1", actor=SYSTEM)
    with pytest.raises(PlaysForOther):
        undo_last("tournaments.squad.until")
    assert [line.has_left for line in squad_lines(first)] == [True, False, False, False]


def test_a_home_is_said_and_unsaid():
    team = league_of().entries.order_by("name").first()
    set_home(entry_id=team.pk, venue="Barn", actor=SYSTEM)
    undo_last("tournaments.team.at_home")
    team.league_team.refresh_from_db()
    assert team.league_team.venue == f"{team.name} Hall"
    assert reserves_for(team) == []


def test_a_pasted_list_keeps_reserves():
    section = league_of(2)
    first, second = section.entries.order_by("name")
    for place, team in enumerate((first, second), start=1):
        set_home(entry_id=team.pk, club_slug="north", place_in_club=place, actor=SYSTEM)
    (lent, *_others) = reserves_for(type(first).objects.select_related("league_team").get(pk=first.pk))
    made = TeamMember.objects.create(entry=first, name=lent.name, board_order=9, lent_from=lent)
    lines = [_line(one) for one in first.members.all()]
    replace_members(entry_id=first.pk, lines=lines[::-1], actor=SYSTEM)
    made.refresh_from_db()
    assert (made.board_order, made.lent_from) == (1, lent)
    remove_player(member_id=made.pk, actor=SYSTEM)


def _line(member):
    return MemberLine(member.name, member.rating, member.federation_number)


# -- polls -------------------------------------------------------------------------------------------


@world
def asked():
    """A poll with two players who are reached by mail, one of them a ward, and one guardian."""
    match = fixture_of(league_of())
    team = match.pairing.white
    club = team.section.event.organisation
    own = Person.objects.create(name="Own", email="own@north.example", organisation=club)
    ward = Person.objects.create(name="Ward", organisation=club)
    parent = Person.objects.create(name="Parent", email="parent@north.example", organisation=club)
    Guardianship.objects.create(guardian=parent, ward=ward)
    one, two = team.members.order_by("board_order")[:2]
    TeamMember.objects.filter(pk=one.pk).update(person=own)
    TeamMember.objects.filter(pk=two.pk).update(person=ward)
    OutboxMessage.objects.all().delete()
    poll = open_poll(
        pairing_id=match.pairing_id,
        entry_id=team.pk,
        secret=secret_of(team),
        site="https://club.example",
        actor=VISITOR,
    )
    return match, poll, one, two, parent


def test_the_squad_is_asked_by_links_of_their_own_and_guardians_for_wards(asked):
    _match, poll, one, two, parent = asked
    told = {message.to: message.text for message in OutboxMessage.objects.all()}
    assert set(told) == {"own@north.example", "parent@north.example"}
    assert f"/available/{answer_secret(poll, one.pk)}/" in told["own@north.example"]
    assert f"/available/{answer_secret(poll, two.pk, parent.pk)}/" in told["parent@north.example"]


def test_answers_are_given_changed_and_kept_off_the_trail(asked):
    _match, poll, one, two, parent = asked
    secret = answer_secret(poll, one.pk)
    answer_poll(secret=secret, answer="yes", actor=VISITOR)
    answer_poll(secret=secret, answer="if_needed", actor=VISITOR)
    answer_poll(secret=answer_secret(poll, two.pk, parent.pk), answer="no", actor=VISITOR)
    given = {one.member_id: (one.answer, one.by_guardian) for one in Availability.objects.all()}
    assert given == {one.pk: ("if_needed", False), two.pk: ("no", True)}
    told = AuditEntry.objects.filter(action="tournaments.poll.answered")
    assert told.count() == 3
    assert not any("if_needed" in str(entry.after) for entry in told)


@pytest.mark.parametrize("wrong", ["", "perhaps", "\x00", "y" * 9999])
@pytest.mark.every_case
def test_what_is_no_answer(asked, wrong):
    with pytest.raises(UnknownAnswer):
        answer_poll(secret=answer_secret(asked[1], asked[2].pk), answer=wrong, actor=VISITOR)


def test_links_that_lead_nowhere(asked):
    _match, poll, one, two, parent = asked
    stranger = answer_secret(poll, one.pk, parent.pk)  # a guardian of somebody else
    foreign = answer_secret(poll, TeamMember.objects.exclude(entry=poll.entry).first().pk)
    for secret in ("", "1", "1-2-3", "1-2-3-x", stranger, foreign, "9" * 30 + "-1-0-x", "\x00-1-0-x"):
        with pytest.raises(UnknownPoll):
            answer_poll(secret=secret, answer="yes", actor=VISITOR)
    Guardianship.objects.update(until=timezone.localdate() - timedelta(days=1))
    with pytest.raises(UnknownPoll):
        answer_poll(secret=answer_secret(poll, two.pk, parent.pk), answer="yes", actor=VISITOR)


def test_reminders_go_to_those_who_have_not_answered_once_a_day(asked):
    _match, poll, one, _two, _parent = asked
    answer_poll(secret=answer_secret(poll, one.pk), answer="yes", actor=VISITOR)
    with pytest.raises(RemindedAlready):
        remind_squad(poll_id=poll.pk, actor=SYSTEM)
    AvailabilityPoll.objects.update(mailed_at=timezone.now() - timedelta(days=1))
    OutboxMessage.objects.all().delete()
    remind_squad(poll_id=poll.pk, actor=SYSTEM)
    assert [message.to for message in OutboxMessage.objects.all()] == ["parent@north.example"]


def test_whoever_wants_no_mail_gets_none(asked):
    match, poll, one, _two, _parent = asked
    choose_mail(secret=answer_secret(poll, one.pk), wants_mail=False, actor=VISITOR)
    AvailabilityPoll.objects.update(mailed_at=None)
    OutboxMessage.objects.all().delete()
    remind_squad(poll_id=poll.pk, actor=SYSTEM)
    assert [message.to for message in OutboxMessage.objects.all()] == ["parent@north.example"]
    assert match


def test_a_closed_poll_takes_no_answer_until_it_is_opened_again(asked):
    match, poll, one, _two, _parent = asked
    team = match.pairing.white
    with pytest.raises(UnknownCaptain):
        close_poll(poll_id=poll.pk, secret=secret_of(match.pairing.black), actor=VISITOR)
    close_poll(poll_id=poll.pk, secret=secret_of(team), actor=VISITOR)
    with pytest.raises(PollOver):
        answer_poll(secret=answer_secret(poll, one.pk), answer="yes", actor=VISITOR)
    undo_last("tournaments.poll.closed")
    answer_poll(secret=answer_secret(poll, one.pk), answer="yes", actor=VISITOR)
    undo_last("tournaments.poll.opened")
    assert AvailabilityPoll.objects.get().closed_at is not None


def test_nobody_is_asked_about_a_match_that_has_begun():
    match = fixture_of(league_of(in_days=-1))
    with pytest.raises(PollOver):
        open_poll(pairing_id=match.pairing_id, entry_id=match.pairing.white_id, actor=SYSTEM)


# -- deadlines ---------------------------------------------------------------------------------------


def test_captains_hear_what_is_waited_for_once():
    match = fixture_of(league_of())
    OutboxMessage.objects.all().delete()
    begins = match.begins_at
    for _ in range(2):
        remind_captains(now=begins - timedelta(days=2))
    assert not OutboxMessage.objects.exists()
    for _ in range(2):
        remind_captains(now=begins - timedelta(hours=5))
    assert OutboxMessage.objects.filter(key__contains=":line_up:").count() == 2
    for _ in range(2):
        remind_captains(now=begins + timedelta(days=1))
    assert OutboxMessage.objects.filter(key__contains=":results:").count() == 1  # the home captain alone
    report_results(
        pairing_id=match.pairing_id, entry_id=match.pairing.white_id, said={1: "first"}, actor=SYSTEM
    )
    for _ in range(2):
        remind_captains(now=timezone.now() + timedelta(days=2, hours=3))
    asked = OutboxMessage.objects.filter(key__contains=":confirm_soon:")
    assert [message.to for message in asked] == [match.pairing.black.captains.get().email]


# -- the table ---------------------------------------------------------------------------------------


def test_the_table_counts_whole_matches_at_home_and_away():
    section = league_of(3, cycles=2)
    first = fixture_lines(section)[0]
    for game in (1, 2):
        outcome = "white" if game == 1 else "black"
        record_result(pairing_id=first.fixture.pairing_id, game=game, outcome=outcome, actor=SYSTEM)
    second = fixture_lines(section)[1]
    record_result(pairing_id=second.fixture.pairing_id, game=1, outcome="white", actor=SYSTEM)
    rows = league_table(section, fixture_lines(section))
    top = rows[0]
    assert (top.team, top.rank, top.match_points, top.board_points) == (first.home, 1, 2, 4)
    assert (top.home.won, top.away.played, top.form) == (1, 0, ("won",))
    assert sum(row.total.played for row in rows) == 2  # the second match is not whole
    assert rows[1].why is not None
    assert rows[1].why.above == top.team


@pytest.mark.parametrize(
    ("outcomes", "points", "forms"),
    [
        ((Outcome.DOUBLE_FORFEIT, Outcome.DOUBLE_FORFEIT), [0, 0], {("lost",)}),
        ((Outcome.BOTH_LOST, Outcome.DOUBLE_FORFEIT), [0, 0], {("lost",)}),
        ((Outcome.WHITE, Outcome.WHITE), [1, 1], {("drawn",)}),
        ((Outcome.UNPLAYED, Outcome.UNPLAYED), [0, 0], {()}),
    ],
)
def test_a_match_without_a_winner_has_the_points_of_the_standings(outcomes, points, forms):
    section = league_of(2)
    match = fixture_lines(section)[0]
    for game, outcome in enumerate(outcomes, 1):
        record_result(pairing_id=match.fixture.pairing_id, game=game, outcome=outcome, actor=SYSTEM)
    rows = league_table(section, fixture_lines(section))
    assert [row.match_points for row in rows] == points
    assert [row.points for row in standing_rows(section).rows] == points
    assert {row.form for row in rows} == forms


def test_a_clubs_matches_are_those_of_its_teams_in_public_leagues():
    section = league_of()
    team = section.entries.order_by("name").first()
    club = section.event.organisation
    assert fixtures_of_club(club.pk) == []
    set_home(entry_id=team.pk, club_slug=club.slug, actor=SYSTEM)
    assert len(fixtures_of_club(club.pk)) == 1
    Section.objects.get(pk=section.pk).event.__class__.objects.update(state="draft")
    assert fixtures_of_club(club.pk) == []


def test_the_latest_matches_of_a_club_are_listed_by_day(monkeypatch):
    section = league_of(3, cycles=2)
    team = section.entries.order_by("name").first()
    club = section.event.organisation
    set_home(entry_id=team.pk, club_slug=club.slug, actor=SYSTEM)
    lines = fixtures_of_club(club.pk)
    days = [line.begins_at for line in lines]
    assert len(days) == 4
    assert days == sorted(days)
    monkeypatch.setattr("tournaments.leagues.selectors.fixtures.MAX_PER_CLUB", 2)
    assert [line.fixture for line in fixtures_of_club(club.pk)] == [line.fixture for line in lines[2:]]
