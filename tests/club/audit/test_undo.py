"""Undo: shown before it is done, done through the same services, refused with the reason, itself undoable."""

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone
from worlds import world

from club.accounts.errors import LastOwner
from club.accounts.services.passes import make_pass, redeem_code, revoke_pass
from club.accounts.services.roles import grant_role, revoke_role
from club.audit.messages import sentence_of
from club.audit.services import rehearse_undo, undo_entry
from club.core.access import Scope, roles_at
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, ClubError, NotAllowed, PassExpired
from club.core.messages import refusal_text
from club.models import AuditEntry, HelperPass, Organisation, PassLevel, Role, RoleGrant, User
from club.organisations.services.organisations import ensure_organisation

pytestmark = pytest.mark.django_db


@world
def owner(club):
    user = User.objects.create_user("owner@north.example", first_name="Ann", last_name="Owner")
    grant_role(user=user, role=Role.OWNER, scope=Scope(club.pk), actor=SYSTEM)
    return Actor.of_user(user)


@world
def friend():
    return User.objects.create_user("friend@north.example", first_name="Bob", last_name="Friend")


def latest(action):
    return AuditEntry.objects.filter(action=action).first()


def refused(entry, actor, why):
    """Undoing is refused both when it is shown and when it is done, and changes nothing."""
    before = AuditEntry.objects.count()
    for attempt in (rehearse_undo, undo_entry):
        with pytest.raises(CannotUndo) as refusal:
            attempt(entry_id=entry.pk, actor=actor)
        assert refusal.value.facts["why"] == why
        assert len(refusal_text(refusal.value).what) > 25
    assert AuditEntry.objects.count() == before


# -- roles -------------------------------------------------------------------------------------------


def test_a_role_given_by_mistake_is_taken_back_and_given_again(club, owner, friend):
    scope = Scope(club.pk)
    grant_role(user=friend, role=Role.ARBITER, scope=scope, actor=owner)
    given = latest("club.role.granted")
    (shown,) = rehearse_undo(entry_id=given.pk, actor=owner)
    assert shown.action == "club.role.revoked"
    assert roles_at(Actor.of_user(friend), scope) == {Role.ARBITER}  # only shown
    (taken,) = undo_entry(entry_id=given.pk, actor=owner, reason="The wrong Bob.")
    assert (taken.undoes, taken.reason, taken.user) == (given, "The wrong Bob.", owner.user)
    assert sentence_of(taken).startswith("Undone: Ann Owner revoked a role.")
    assert roles_at(Actor.of_user(friend), scope) == frozenset()
    refused(given, owner, "undone_already")
    (again,) = undo_entry(entry_id=taken.pk, actor=owner)
    assert roles_at(Actor.of_user(friend), scope) == {Role.ARBITER}
    undo_entry(entry_id=again.pk, actor=owner)
    assert roles_at(Actor.of_user(friend), scope) == frozenset()


def test_a_role_by_which_others_were_given_is_not_undone(club, owner, friend):
    scope = Scope(club.pk)
    grant_role(user=friend, role=Role.SECRETARY, scope=scope, actor=owner)
    given = latest("club.role.granted")
    third = User.objects.create_user("third@north.example")
    earlier = timezone.now() - timedelta(hours=1)
    with mock.patch("django.utils.timezone.now", return_value=earlier):  # the server's clock was set back
        held = grant_role(user=third, role=Role.ARBITER, scope=scope, actor=Actor.of_user(friend))
    refused(given, owner, "roles_handed_on")
    revoke_role(grant_id=held.pk, actor=owner)
    undo_entry(entry_id=given.pk, actor=owner)


def test_the_last_owner_stays_whoever_undoes(club, owner):
    with pytest.raises(LastOwner):
        rehearse_undo(entry_id=latest("club.role.granted").pk, actor=SYSTEM)
    assert RoleGrant.objects.filter(revoked_at__isnull=True).count() == 1


@pytest.mark.parametrize("later", ["again", "ended", "gone"])
def test_a_role_is_not_given_back_when_things_have_moved_on(club, owner, friend, later):
    scope = Scope(club.pk)
    ends = timezone.now() + timedelta(seconds=0.05 if later == "ended" else 60)
    grant = grant_role(user=friend, role=Role.ARBITER, scope=scope, expires_at=ends, actor=owner)
    if later == "ended":
        RoleGrant.objects.filter(pk=grant.pk).update(expires_at=timezone.now() - timedelta(days=1))
    revoke_role(grant_id=grant.pk, actor=owner)
    taken = latest("club.role.revoked")
    if later == "again":
        grant_role(user=friend, role=Role.ARBITER, scope=scope, actor=owner)
    if later == "gone":
        friend.delete()
    why = {"again": "role_given_again", "ended": "role_had_ended", "gone": "is_gone"}[later]
    refused(taken, owner, why)


# -- passes ------------------------------------------------------------------------------------------


@world
def made(club, owner):
    ends = timezone.now() + timedelta(days=1)
    return make_pass(
        label="Table 1", level=PassLevel.HELPER, scope=Scope(club.pk), expires_at=ends, actor=owner
    )


def test_a_pass_is_taken_back_and_good_again(made, owner):
    undo_entry(entry_id=latest("club.pass.made").pk, actor=owner)
    taken = latest("club.pass.revoked")
    undo_entry(entry_id=taken.pk, actor=owner)
    assert redeem_code(code=made.code, actor=owner).revoked_at is None
    refused(taken, owner, "undone_already")


def test_a_pass_with_which_something_was_entered_is_not_undone(made, owner, club):
    bearer = Actor(label=made.row.label, helper_pass=made.row)
    ensure_organisation(slug="made-by-helper", name="X", actor=bearer)
    refused(latest("club.pass.made"), owner, "pass_was_used")


def test_a_pass_that_has_ended_is_not_given_back(made, owner):
    revoke_pass(pass_id=made.row.pk, actor=owner)
    HelperPass.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    with pytest.raises(PassExpired):
        undo_entry(entry_id=latest("club.pass.revoked").pk, actor=owner)


# -- who, and what has no way back -------------------------------------------------------------------


def test_undoing_takes_the_capability_and_that_of_the_service(club, owner, friend):
    grant_role(user=friend, role=Role.PLAYER, scope=Scope(club.pk), actor=owner)
    given = latest("club.role.granted")
    with pytest.raises(NotAllowed):
        undo_entry(entry_id=given.pk, actor=Actor.of_user(friend))
    arbiter = User.objects.create_user("arbiter@north.example")
    grant_role(user=arbiter, role=Role.ARBITER, scope=Scope(club.pk), actor=owner)
    with pytest.raises(ClubError):  # may undo, but gives no roles
        undo_entry(entry_id=given.pk, actor=Actor.of_user(arbiter))


def test_nobody_undoes_in_another_club(owner, friend):
    other = Organisation.objects.create(slug="south", name="South club")
    grant_role(user=friend, role=Role.ARBITER, scope=Scope(other.pk), actor=SYSTEM)
    with pytest.raises(NotAllowed):
        undo_entry(entry_id=latest("club.role.granted").pk, actor=owner)


def test_what_has_no_way_back_says_why(club):
    ensure_organisation(slug="east", name="East", actor=SYSTEM)
    refused(latest("club.organisation.added"), SYSTEM, "club_stays")
