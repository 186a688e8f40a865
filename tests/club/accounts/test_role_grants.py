"""Roles given and taken back: by whom, how far, and never the last owner."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from club.accounts.errors import GrantIsOver, LastOwner, RoleNotYours, UnknownAccount
from club.accounts.services.roles import account_of, grant_role, grantable_roles, revoke_role
from club.core import access
from club.core.access import SITE, Scope, may, roles_at
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.capabilities import GRANTABLE, MATRIX, Capability
from club.core.errors import NotAllowed, UnknownOrganisation
from club.models import AuditEntry, Organisation, Role, RoleGrant, User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def events_are_numbers(monkeypatch):
    """The events of these tests are numbers without a row."""
    monkeypatch.setattr(access, "PLACE_CHECKS", [])


@pytest.fixture
def account():
    def make(name):
        return User.objects.create_user(f"{name}@north.example")

    return make


def holding(user, role, club, **place):
    return grant_role(user=user, role=role, scope=Scope(club.pk, **place), actor=SYSTEM)


@pytest.mark.parametrize("giver", list(Role))
@pytest.mark.parametrize("given", list(Role))
def test_each_role_hands_on_what_the_table_says(club, account, giver, given):
    actor = Actor.of_user(account("giver"))
    holding(actor.user, giver, club)
    friend = account("friend")
    if given in GRANTABLE.get(giver, ()):
        grant = grant_role(user=friend, role=given, scope=Scope(club.pk), actor=actor)
        assert roles_at(Actor.of_user(friend), Scope(club.pk)) == {given}
        assert grant.granted_by == actor.user
    else:
        with pytest.raises((NotAllowed, RoleNotYours)):
            grant_role(user=friend, role=given, scope=Scope(club.pk), actor=actor)
        assert not RoleGrant.objects.filter(user=friend).exists()


def test_nobody_gives_roles_in_another_club(club, account):
    other = Organisation.objects.create(slug="south", name="South club")
    owner = account("owner")
    holding(owner, Role.OWNER, club)
    with pytest.raises(NotAllowed):
        grant_role(user=owner, role=Role.PLAYER, scope=Scope(other.pk), actor=Actor.of_user(owner))


def test_the_owner_of_an_event_gives_no_role_beside_it(club, account):
    owner = account("owner")
    holding(owner, Role.OWNER, club, event_id=3)
    actor = Actor.of_user(owner)
    assert grant_role(user=account("a"), role=Role.ARBITER, scope=Scope(club.pk, 3, 1), actor=actor)
    with pytest.raises(NotAllowed):
        grant_role(user=account("b"), role=Role.ARBITER, scope=Scope(club.pk, 4), actor=actor)
    with pytest.raises(NotAllowed):
        grant_role(user=account("c"), role=Role.ARBITER, scope=Scope(club.pk), actor=actor)


def test_giving_and_taking_back_is_on_the_trail(club, account):
    owner = account("owner")
    holding(owner, Role.OWNER, club)
    grant = grant_role(
        user=account("a"), role=Role.ARBITER, scope=Scope(club.pk), actor=Actor.of_user(owner), reason="new"
    )
    revoked = revoke_role(grant_id=grant.pk, actor=Actor.of_user(owner), reason="moved away")
    assert (revoked, revoked.revoked_at is None) == (grant, False)
    taken, given = AuditEntry.objects.filter(target_kind="club.rolegrant", target_id=str(grant.pk))
    assert (given.action, given.after["role"], given.reason) == ("club.role.granted", "arbiter", "new")
    assert (taken.action, taken.before["role"], taken.reason) == (
        "club.role.revoked",
        "arbiter",
        "moved away",
    )
    with pytest.raises(GrantIsOver):
        revoke_role(grant_id=grant.pk, actor=Actor.of_user(owner))


def test_a_role_held_is_not_given_twice_and_one_that_ended_is_given_anew(club, account):
    player = account("player")
    held = holding(player, Role.PLAYER, club)
    assert holding(player, Role.PLAYER, club) == held
    RoleGrant.objects.filter(pk=held.pk).update(expires_at=timezone.now() - timedelta(days=1))
    assert not may(Actor.of_user(player), Capability.SEE_DESK, Scope(club.pk))
    assert holding(player, Role.PLAYER, club) != held
    assert may(Actor.of_user(player), Capability.SEE_DESK, Scope(club.pk))


def test_the_last_owner_stays(club, account):
    owner = account("owner")
    first = holding(owner, Role.OWNER, club)
    with pytest.raises(LastOwner):
        revoke_role(grant_id=first.pk, actor=Actor.of_user(owner))
    soon = timezone.now() + timedelta(days=1)
    grant_role(user=account("guest"), role=Role.OWNER, scope=Scope(club.pk), actor=SYSTEM, expires_at=soon)
    with pytest.raises(LastOwner):  # the guest's role ends tomorrow
        revoke_role(grant_id=first.pk, actor=SYSTEM)
    holding(account("second"), Role.OWNER, club)
    revoke_role(grant_id=first.pk, actor=Actor.of_user(owner))
    assert not may(Actor.of_user(owner), Capability.GRANT_ROLES, Scope(club.pk))


def test_a_secretary_takes_no_owner_out(club, account):
    secretary = account("secretary")
    holding(secretary, Role.SECRETARY, club)
    grants = [holding(account(name), Role.OWNER, club) for name in ("one", "two")]
    with pytest.raises(RoleNotYours):
        revoke_role(grant_id=grants[0].pk, actor=Actor.of_user(secretary))


def test_a_closed_account_may_nothing(club, account):
    owner = account("owner")
    holding(owner, Role.OWNER, club)
    owner.is_active = False
    assert not any(may(Actor.of_user(owner), one, Scope(club.pk)) for one in Capability)


def test_no_role_reaches_the_site_itself(club, account):
    owner = account("owner")
    holding(owner, Role.OWNER, club)
    assert not any(may(Actor.of_user(owner), capability, SITE) for capability in MATRIX)


def test_a_role_is_given_to_an_account_that_is_there_in_a_club_that_is_there(account):
    user = account("anna")
    assert account_of(email=" ANNA@north.example ") == user
    User.objects.filter(pk=user.pk).update(is_active=False)
    for email in (user.email, "nobody@north.example"):
        with pytest.raises(UnknownAccount):
            account_of(email=email)
    with pytest.raises(UnknownOrganisation):
        grant_role(user=user, role=Role.PLAYER, scope=Scope(999_999), actor=SYSTEM)
    Organisation.objects.get_or_create(pk=1, defaults={"slug": "first", "name": "First club"})
    with pytest.raises(UnknownOrganisation):
        grant_role(user=user, role=Role.PLAYER, scope=SITE, actor=SYSTEM)


def test_a_superuser_grants_every_role_and_a_visitor_none(club):
    root = Actor.of_user(User.objects.create_superuser("root@north.example"))
    assert grantable_roles(actor=root, scope=Scope(club.pk)) == set(Role)
    assert grantable_roles(actor=VISITOR, scope=Scope(club.pk)) == set()


def test_a_token_without_the_ability_revokes_no_role(club, account):
    owner = account("owner")
    holding(owner, Role.OWNER, club)
    grant = holding(account("player"), Role.PLAYER, club)
    with pytest.raises(NotAllowed):
        revoke_role(grant_id=grant.pk, actor=replace(Actor.of_user(owner), abilities=frozenset()))
    assert RoleGrant.objects.get(pk=grant.pk).revoked_at is None


def test_a_role_has_expired_at_its_end(club, account, monkeypatch):
    player, now = account("player"), timezone.now()
    held = holding(player, Role.PLAYER, club)
    RoleGrant.objects.filter(pk=held.pk).update(expires_at=now)
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert holding(player, Role.PLAYER, club) != held
