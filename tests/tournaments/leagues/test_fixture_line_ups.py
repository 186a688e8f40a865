"""Line-ups of a league: secret until both are in or the match begins, in the order that the rules ask for."""

from datetime import timedelta

import pytest
from django.utils import timezone
from league_season import fixture_of, keys_of, league_of, secret_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.models import AuditEntry
from tournaments.leagues.errors import (
    LineUpShown,
    ListOrderBroken,
    NoLineUp,
    NotInSquad,
    PlaysElsewhere,
    RatingOrderBroken,
    ReserveSpent,
    ReserveUnfit,
    UnknownCaptain,
)
from tournaments.leagues.selectors.fixtures import fixture_lines
from tournaments.leagues.selectors.squads import squad_lines
from tournaments.leagues.services.handed_line_ups import show_due_line_ups, submit_line_up, withdraw_line_up
from tournaments.leagues.services.squads import end_player, lend_reserve, set_home
from tournaments.models import HandedLineUp, Outcome, Section, TeamMember
from tournaments.results.services.results import record_result
from tournaments.teams.errors import LineUpUnfit, MatchBegun

pytestmark = pytest.mark.django_db


@world
def match():
    return fixture_of(league_of())


def hand_in(match, team, members, reserves=()):
    return submit_line_up(
        pairing_id=match.pairing_id,
        entry_id=team.pk,
        members=members,
        reserves=reserves,
        secret=secret_of(team),
        actor=VISITOR,
    )


def seats(match):
    return [
        (one.first_member and one.first_member.name, one.second_member and one.second_member.name)
        for one in match.pairing.games.order_by("number")
    ]


def test_nobody_sits_before_both_line_ups_are_in(match):
    home, guests = match.pairing.white, match.pairing.black
    hand_in(match, home, keys_of(home, 1, 3), reserves=keys_of(home, 4))
    assert seats(match) == [(None, None), (None, None)]
    hand_in(match, guests, keys_of(guests, 2, 4))
    assert seats(match) == [
        (f"{home.name}.1", f"{guests.name}.2"),
        (f"{home.name}.3", f"{guests.name}.4"),
    ]
    match.refresh_from_db()
    assert match.shown_at is not None


def test_the_trail_does_not_tell_who_before_it_is_shown(match):
    home, guests = match.pairing.white, match.pairing.black
    hand_in(match, home, keys_of(home, 1, 3))
    told = AuditEntry.objects.filter(action__startswith="tournaments.handed")
    assert [one.action for one in told] == ["tournaments.handed.in"]
    assert f"{home.name}.1" not in str(told.get().after)
    hand_in(match, guests, keys_of(guests, 1, 2))
    shown = AuditEntry.objects.filter(action="tournaments.handed.shown")
    assert shown.count() == 2
    assert any(f"{home.name}.3" in str(one.after) for one in shown)


def test_the_desks_counts_do_not_tell_who_before_it_is_shown(match):
    home, guests = match.pairing.white, match.pairing.black
    hand_in(match, home, keys_of(home, 1, 3))
    assert [line.times for line in squad_lines(home)] == [0, 0, 0, 0]
    hand_in(match, guests, keys_of(guests, 2, 4))
    assert [line.times for line in squad_lines(home)] == [1, 0, 1, 0]


def test_when_the_match_begins_what_is_in_is_shown(match):
    home, guests = match.pairing.white, match.pairing.black
    hand_in(match, home, keys_of(home, 1, 2))
    assert show_due_line_ups(now=timezone.now()) == 0
    assert show_due_line_ups(now=timezone.now() + timedelta(days=8)) == 1
    assert seats(match)[0] == (f"{home.name}.1", None)
    with pytest.raises(LineUpShown):
        hand_in(match, home, keys_of(home, 2, 3))
    hand_in(match, guests, keys_of(guests, 1, 2))  # late, and at once at the boards
    assert seats(match)[0] == (f"{home.name}.1", f"{guests.name}.1")


def test_a_line_up_is_changed_and_taken_back_while_it_is_secret(match):
    home, guests = match.pairing.white, match.pairing.black
    hand_in(match, home, keys_of(home, 1, 2))
    hand_in(match, home, keys_of(home, 2, 3))
    assert HandedLineUp.objects.count() == 1
    facts = {"pairing_id": match.pairing_id, "entry_id": home.pk, "actor": VISITOR}
    withdraw_line_up(secret=secret_of(home), **facts)
    with pytest.raises(NoLineUp):
        withdraw_line_up(secret=secret_of(home), **facts)
    hand_in(match, home, keys_of(home, 1, 2))
    hand_in(match, guests, keys_of(guests, 1, 2))
    with pytest.raises(LineUpShown):
        withdraw_line_up(secret=secret_of(home), **facts)
    with pytest.raises(LineUpShown):
        undo_entry(
            entry_id=AuditEntry.objects.filter(action="tournaments.handed.in").first().pk, actor=SYSTEM
        )


def test_handing_in_is_undone_while_it_is_secret(match):
    home = match.pairing.white
    hand_in(match, home, keys_of(home, 1, 2))
    undo_entry(entry_id=AuditEntry.objects.get(action="tournaments.handed.in").pk, actor=SYSTEM)
    assert not HandedLineUp.objects.exists()


def test_once_a_board_has_a_result_no_line_up_comes_in(match):
    record_result(pairing_id=match.pairing_id, game=1, outcome="draw", actor=SYSTEM)
    with pytest.raises(MatchBegun):
        hand_in(match, match.pairing.white, keys_of(match.pairing.white, 1, 2))


def test_who_may_not_be_in_a_line_up(match):
    home, guests = match.pairing.white, match.pairing.black
    own = keys_of(home, 1, 2, 3)
    for members in ([], own, [own[0], own[0]], keys_of(guests, 1, 2), [10**12]):
        with pytest.raises(LineUpUnfit):
            hand_in(match, home, members)
    with pytest.raises(UnknownCaptain):
        submit_line_up(
            pairing_id=match.pairing_id,
            entry_id=guests.pk,
            members=keys_of(guests, 1, 2),
            secret=secret_of(home),
            actor=VISITOR,
        )
    end_player(member_id=own[0], plays_until=timezone.localdate(), actor=SYSTEM)
    with pytest.raises(NotInSquad):  # the match is a week from now
        hand_in(match, home, own[:2])


def test_boards_in_the_order_of_the_list(match):
    home = match.pairing.white
    with pytest.raises(ListOrderBroken) as refused:
        hand_in(match, home, keys_of(home, 2, 1))
    assert refused.value.facts == {"above": f"{home.name}.2", "below": f"{home.name}.1"}


def test_boards_by_rating_within_a_tolerance():
    match = fixture_of(league_of(rating_tolerance=100))
    home = match.pairing.white
    hand_in(match, home, keys_of(home, 2, 1))  # a hundred points apart
    with pytest.raises(RatingOrderBroken) as refused:
        hand_in(match, home, keys_of(home, 3, 1))
    assert refused.value.facts["difference"] == 200
    assert refused.value.facts["tolerance"] == 100


def test_boards_in_any_order():
    match = fixture_of(league_of(free_board_order=True))
    hand_in(match, match.pairing.white, keys_of(match.pairing.white, 4, 1))


# -- reserves ----------------------------------------------------------------------------------------


@world
def club_of_two():
    """Three teams, of which Town 1 is the first and Town 2 the second team of one club."""
    section = league_of(3, cycles=2, reserve_limit=1, free_board_order=True)
    first, second, _other = section.entries.order_by("name")
    for place, team in enumerate((first, second), start=1):
        set_home(entry_id=team.pk, club_slug="north", place_in_club=place, actor=SYSTEM)
    return section, first, second


def matches_of(section, team):
    return [line.fixture for line in fixture_lines(section, of_team=team)]


def test_a_reserve_comes_from_a_lower_team_of_the_club_alone(club_of_two):
    section, first, second = club_of_two
    other = section.entries.get(name="Town 3")
    for entry, lender in ((second, first), (first, other), (first, first)):
        with pytest.raises(ReserveUnfit):
            lend_reserve(entry_id=entry.pk, member_id=keys_of(lender, 1)[0], actor=SYSTEM)
    lent = lend_reserve(entry_id=first.pk, member_id=keys_of(second, 1)[0], actor=SYSTEM)
    again = lend_reserve(entry_id=first.pk, member_id=keys_of(second, 1)[0], actor=SYSTEM)
    assert (lent, lent.board_order) == (again, 5)


def test_a_reserve_plays_as_often_as_the_league_lets(club_of_two):
    section, first, second = club_of_two
    lent = lend_reserve(entry_id=first.pk, member_id=keys_of(second, 1)[0], actor=SYSTEM)
    one, two, *_rest = matches_of(section, first)
    hand_in(one, first, [lent.pk, *keys_of(first, 1)])
    hand_in(one, first, [*keys_of(first, 1), lent.pk])  # the same match counts once
    with pytest.raises(ReserveSpent) as refused:
        hand_in(two, first, [lent.pk, *keys_of(first, 1)])
    assert (refused.value.facts["times"], refused.value.facts["most"]) == (1, 1)
    hand_in(two, first, keys_of(first, 1, 2), reserves=[lent.pk])  # standing by is no match


def test_nobody_plays_for_two_teams_in_a_round(club_of_two):
    section, first, second = club_of_two
    lent = lend_reserve(entry_id=first.pk, member_id=keys_of(second, 1)[0], actor=SYSTEM)
    section = Section.objects.get(pk=section.pk)
    mine = matches_of(section, first)[0]
    same = [
        one
        for one in matches_of(section, second)
        if one.pairing.round_id == mine.pairing.round_id and one.pk != mine.pk
    ]
    other = same[0] if same else matches_of(section, second)[0]
    type(other).objects.filter(pk=other.pk).update(starts_at=mine.begins_at)
    hand_in(mine, first, [lent.pk, *keys_of(first, 1)])
    if other.pk != mine.pk:
        with pytest.raises(PlaysElsewhere):
            hand_in(other, second, keys_of(second, 1, 2))
    assert TeamMember.objects.filter(lent_from__isnull=False).count() == 1


def test_an_empty_board_is_forfeited_as_soon_as_it_is_shown(match):
    home, guests = match.pairing.white, match.pairing.black
    hand_in(match, home, keys_of(home, 1))
    assert match.pairing.games.get(number=2).outcome == Outcome.PENDING
    hand_in(match, guests, keys_of(guests, 1, 2))
    assert match.pairing.games.get(number=2).outcome == Outcome.WHITE_FORFEIT  # the guests have White there
