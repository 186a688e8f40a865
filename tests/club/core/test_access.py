"""Permissions: who may do what where, asked of the functions that every page and address asks."""

from datetime import timedelta

import pytest
from django.utils import timezone
from people import account

from club.core.access import (
    SITE,
    Scope,
    clubs_where,
    events_where,
    grants_of,
    may,
    may_somewhere,
    pass_reaches,
    places_where,
    require_permission,
    roles_at,
)
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed
from club.models import HelperPass, Organisation, PassLevel, Role, RoleGrant, User

pytestmark = pytest.mark.django_db
RESULTS, RUN, IMPORT = Capability.RECORD_RESULTS, Capability.RUN_EVENTS, Capability.IMPORT_GAMES
AT_THE_MACHINE = Actor(label="laptop", is_at_the_machine=True)


def held(club, **fields):
    fields = {"expires_at": timezone.now() + timedelta(hours=1), "organisation": club} | fields
    return HelperPass(label="Phone", level=PassLevel.HELPER, **fields)


def director(club, *event_ids, **fields):
    """A director of a club, or of some of its events alone."""
    places = event_ids or [None]
    grants = [RoleGrant(role=Role.DIRECTOR, organisation=club, event_id=event_id) for event_id in places]
    return Actor(label="dirk", user=User(pk=1), memory={"grants": grants}, **fields)


@pytest.fixture
def superuser():
    return Actor.of_user(User.objects.create_superuser("root@north.example"))


@pytest.fixture
def south():
    return Organisation.objects.create(slug="south", name="South club")


def test_the_program_and_the_superuser_may_do_all(club, superuser):
    assert may(SYSTEM, RUN, Scope(club.pk))
    assert may(superuser, RUN, Scope(club.pk))
    assert may_somewhere(superuser, Capability.KEEP_BACKUPS)
    assert clubs_where(SYSTEM, RUN) is None
    assert clubs_where(superuser, RUN) is None


def test_a_closed_account_may_do_nothing(club, superuser):
    superuser.user.is_active = False
    assert not may(superuser, RUN, Scope(club.pk))
    assert clubs_where(superuser, RUN) == frozenset()
    actor = director(club)
    actor.user.is_active = False
    assert not may(actor, RUN, Scope(club.pk))
    assert roles_at(actor, Scope(club.pk)) == frozenset()
    assert places_where(actor, RUN, club.pk) == []


def test_a_visitor_may_do_nothing(club):
    assert not may(VISITOR, RESULTS, Scope(club.pk))
    assert not may(VISITOR, IMPORT, SITE)
    assert not may_somewhere(VISITOR, RESULTS)
    assert clubs_where(VISITOR, RESULTS) == frozenset()
    with pytest.raises(NotAllowed):
        require_permission(VISITOR, RESULTS, Scope(club.pk))


def test_the_laptop_of_a_club_without_accounts_imports_games_alone():
    assert may(AT_THE_MACHINE, IMPORT, SITE)
    assert may_somewhere(AT_THE_MACHINE, IMPORT)
    assert clubs_where(AT_THE_MACHINE, IMPORT) is None
    assert not may(AT_THE_MACHINE, RUN, SITE)
    assert clubs_where(AT_THE_MACHINE, RUN) == frozenset()


def test_a_token_limits_every_question(club):
    limited = director(club, abilities=frozenset({RUN}))
    place = Scope(club.pk)
    assert (may(limited, RUN, place), may(limited, RESULTS, place)) == (True, False)
    assert (may_somewhere(limited, RUN), may_somewhere(limited, RESULTS)) == (True, False)
    assert (clubs_where(limited, RUN), clubs_where(limited, RESULTS)) == ({club.pk}, frozenset())
    assert places_where(limited, RUN, club.pk) == [place]
    assert places_where(limited, RESULTS, club.pk) == []


def test_a_token_limits_a_role_in_an_event(club):
    limited = director(club, 7, abilities=frozenset({RUN}))
    assert places_where(limited, RUN, club.pk) == [Scope(club.pk, 7)]
    assert places_where(limited, RESULTS, club.pk) == []
    assert (events_where(limited, RUN), events_where(limited, RESULTS)) == ({7}, frozenset())


def test_a_role_in_an_event_reaches_it_alone(club, south):
    actor = director(club, 7)
    assert may(actor, RUN, Scope(club.pk, 7))
    assert not may(actor, RUN, Scope(club.pk))
    assert not may(actor, RUN, Scope(club.pk, 8))
    assert not may(actor, RUN, Scope(south.pk, 7))
    assert may_somewhere(actor, RUN)
    assert not may_somewhere(actor, Capability.KEEP_MONEY)
    assert clubs_where(actor, RUN) == frozenset()
    assert events_where(actor, RUN) == {7}
    assert events_where(actor, Capability.KEEP_MONEY) == frozenset()
    assert places_where(actor, RUN, club.pk) == [Scope(club.pk, 7)]
    assert places_where(actor, Capability.KEEP_MONEY, club.pk) == []
    assert places_where(actor, RUN, south.pk) == []


def test_a_role_in_the_whole_club_names_no_event(club):
    actor = director(club)
    assert places_where(actor, RUN, club.pk) == [Scope(club.pk)]
    assert events_where(actor, RUN) == frozenset()
    assert clubs_where(actor, RUN) == {club.pk}


def test_places_are_in_order(club):
    actor = director(club, 9, 7, 8)
    assert [scope.event_id for scope in places_where(actor, RUN, club.pk)] == [7, 8, 9]


def test_whole_events_come_before_their_sections(club):
    actor = director(club, 8, 7)
    parts = [
        RoleGrant(role=Role.DIRECTOR, organisation=club, event_id=7, section_id=section_id)
        for section_id in (5, 4)
    ]
    actor.memory["grants"] += parts
    found = [(scope.event_id, scope.section_id) for scope in places_where(actor, RUN, club.pk)]
    assert found == [(7, None), (7, 4), (7, 5), (8, None)]


def test_a_grant_ends_at_its_hour_or_when_revoked(club):
    actor = Actor.of_user(account("dirk", role=Role.DIRECTOR, at=club))
    grant = RoleGrant.objects.get(user=actor.user)
    for over in ({"expires_at": timezone.now()}, {"expires_at": None, "revoked_at": timezone.now()}):
        assert grants_of(actor.user) == [grant]
        RoleGrant.objects.filter(pk=grant.pk).update(**over)
        assert grants_of(actor.user) == []
        RoleGrant.objects.filter(pk=grant.pk).update(expires_at=None, revoked_at=None)
    RoleGrant.objects.filter(pk=grant.pk).update(expires_at=timezone.now() + timedelta(hours=1))
    assert grants_of(actor.user) == [grant]


def test_roles_are_read_once_a_request(club, django_assert_num_queries):
    actor = Actor.of_user(account("dirk", role=Role.DIRECTOR, at=club))
    with django_assert_num_queries(1):
        assert may(actor, RUN, Scope(club.pk))
        assert may(actor, RESULTS, Scope(club.pk))


def test_a_pass_reaches_its_boards(club):
    place = Scope(club.pk)
    some = held(club, first_board=3, last_board=5)
    reached = [board for board in range(1, 8) if pass_reaches(some, Scope(club.pk, board=board))]
    assert reached == [3, 4, 5]
    assert pass_reaches(some, place)
    assert [pass_reaches(held(club), Scope(club.pk, board=board)) for board in (1, 2, 999)] == [True] * 3
    assert not pass_reaches(held(club, last_board=5), Scope(club.pk, board=0))


def test_a_pass_ends_and_stays_in_its_place(club, south):
    place = Scope(club.pk, 7, 9)
    now = timezone.now()
    assert pass_reaches(held(club), place)
    assert pass_reaches(held(club, event_id=7, section_id=9), place)
    assert not pass_reaches(held(club, event_id=8), place)
    assert not pass_reaches(held(club, event_id=7, section_id=8), place)
    assert not pass_reaches(held(south), place)
    assert not pass_reaches(held(club, revoked_at=now), place)
    assert not pass_reaches(held(club, expires_at=now), place)


def test_a_pass_may_do_what_its_level_says(club, south):
    phone = Actor(label="phone", helper_pass=held(club))
    assert may(phone, RESULTS, Scope(club.pk))
    assert not may(phone, RESULTS, Scope(south.pk))
    assert not may(phone, RUN, Scope(club.pk))
    assert may_somewhere(phone, RESULTS)
    assert not may_somewhere(phone, RUN)
    # What a request found before an account signed in on the phone does not count for the account.
    signed_in = Actor(label="both", user=account("vera"), helper_pass=held(club))
    assert not may(signed_in, RESULTS, Scope(club.pk))
    assert not may_somewhere(signed_in, RESULTS)


def test_who_is_a_visitor(club):
    assert VISITOR.is_visitor
    assert AT_THE_MACHINE.is_visitor
    assert not SYSTEM.is_visitor
    assert not Actor.of_user(account("vera")).is_visitor
    assert not Actor(label="phone", helper_pass=held(club)).is_visitor


def test_what_a_request_remembers_is_no_part_of_its_actor():
    one, other = (Actor(label="a", memory={"grants": [number]}) for number in (1, 2))
    assert one == other
    assert "grants" not in repr(one)


def test_sections_come_after_their_event(club):
    places = [Scope(club.pk, event_id, section_id) for event_id in range(1, 7) for section_id in (None, 1, 2)]
    grants = [
        RoleGrant(role=Role.DIRECTOR, organisation=club, event_id=one.event_id, section_id=one.section_id)
        for one in reversed(places)
    ]
    actor = Actor(label="dirk", user=User(pk=1), memory={"grants": grants})
    assert places_where(actor, RUN, club.pk) == places


def test_a_pass_reaches_nothing_from_its_end_on(club, monkeypatch):
    row = held(club)
    assert pass_reaches(row, Scope(club.pk))
    monkeypatch.setattr(timezone, "now", lambda: row.expires_at)
    assert not pass_reaches(row, Scope(club.pk))
