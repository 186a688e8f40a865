"""Persons, their accounts and invitations go back to what they were, or say why they cannot."""

from datetime import timedelta

import pytest
from django.utils import timezone
from people import account, browser_of, club
from worlds import world

from club.accounts.errors import InvitationIsOpen
from club.accounts.services.invitations import (
    accept_invitation,
    invite,
    restore_invitation,
    revoke_invitation,
)
from club.audit.messages import sentence_of
from club.audit.services import rehearse_undo, undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, PersonIsNeeded
from club.core.messages import refusal_text
from club.jobs.services.job_control import cancel_job
from club.members.services.persons import (
    add_person,
    change_person,
    link_account,
    unlink_account,
)
from club.models import AuditEntry, Invitation, Job, Person, Role, RoleGrant

pytestmark = pytest.mark.django_db


@world
def owner():
    return Actor.of_user(account("owner", role="owner"))


@world
def friend():
    return account("friend", role="player")


def latest(action):
    return AuditEntry.objects.filter(action=action).first()


def undo(action, actor):
    """Undo the latest entry of an action; shown first, which changes nothing."""
    entry = latest(action)
    count = AuditEntry.objects.count()
    shown = [one.action for one in rehearse_undo(entry_id=entry.pk, actor=actor)]
    assert AuditEntry.objects.count() == count
    written = undo_entry(entry_id=entry.pk, actor=actor)
    assert [one.action for one in written] == shown
    assert all(sentence_of(one).startswith("Undone: ") for one in written)
    return written


def refused(action, actor, why):
    count = AuditEntry.objects.count()
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=latest(action).pk, actor=actor)
    assert refusal.value.facts["why"] == why
    assert "%(" not in refusal_text(refusal.value).what
    assert AuditEntry.objects.count() == count


def added(owner, name="Piet", **more):
    return add_person(organisation_id=club().pk, name=name, actor=owner, **more)


# -- persons -----------------------------------------------------------------------------------------


def test_a_person_who_was_added_is_removed_and_put_back(owner):
    added(owner, email="piet@example.org", language="nl")
    undo("club.person.added", owner)
    assert not Person.objects.filter(name="Piet").exists()
    undo("club.person.removed", owner)
    back = Person.objects.get(name="Piet")
    assert (back.email, back.language, back.organisation) == ("piet@example.org", "nl", club())


@pytest.mark.parametrize("later", ["changed", "linked", "invited", "gone"])
def test_a_person_on_whom_something_hangs_is_not_removed(owner, friend, later):
    person = added(owner)
    if later == "changed":
        change_person(person_id=person.pk, name="Pieter", actor=owner)
    if later == "linked":
        link_account(person_id=person.pk, user_id=friend.pk, actor=owner)
    if later == "invited":
        place = {"scope": Scope(club().pk), "role": Role.PLAYER, "days": 1}
        invite(**place, actor=owner, address_of=str, person_id=person.pk)
    if later == "gone":
        person.delete()
    if later == "linked":  # an account that gives way adds nobody
        assert latest("club.person.added").target_id == str(person.pk)
    if later in {"linked", "invited"}:
        with pytest.raises(PersonIsNeeded):
            undo("club.person.added", owner)
    else:
        refused("club.person.added", owner, "changed_again" if later == "changed" else "is_gone")


def test_a_change_is_taken_back_unless_another_followed(owner):
    person = added(owner)
    change_person(person_id=person.pk, name="Pieter", email="p@example.org", actor=owner)
    undo("club.person.changed", owner)
    person.refresh_from_db()
    assert (person.name, person.email) == ("Piet", "")
    undo("club.person.changed", owner)
    person.refresh_from_db()
    assert person.name == "Pieter"
    first = latest("club.person.changed")
    change_person(person_id=person.pk, name="Petrus", actor=owner)
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=first.pk, actor=owner)
    assert refusal.value.facts["number"] == latest("club.person.changed").number


def test_an_account_is_unlinked_and_linked_again(owner, friend):
    person = added(owner)
    link_account(person_id=person.pk, user_id=friend.pk, actor=owner)
    undo("club.person.account_linked", owner)
    person.refresh_from_db()
    assert person.user is None
    assert Person.objects.get(user=friend) != person
    undo("club.person.account_unlinked", owner)
    person.refresh_from_db()
    assert person.user == friend
    refused("club.person.gave_way", SYSTEM, "person_gave_way")


def test_a_link_that_has_moved_on_is_left_alone(owner, friend):
    person = added(owner)
    link_account(person_id=person.pk, user_id=friend.pk, actor=owner)
    linked = latest("club.person.account_linked")
    unlink_account(person_id=person.pk, actor=owner)
    with pytest.raises(CannotUndo, match="changed_since"):
        undo_entry(entry_id=linked.pk, actor=owner)
    RoleGrant.objects.filter(user=friend).delete()
    friend.delete()
    refused("club.person.account_unlinked", owner, "is_gone")


# -- invitations -------------------------------------------------------------------------------------


@world
def invitation(owner):
    place = {"scope": Scope(club().pk), "role": Role.PLAYER, "days": 3}
    return invite(**place, actor=owner, address_of=str, email="new@example.org")


def test_an_invitation_is_taken_back_and_good_again(owner, invitation):
    undo("club.invitation.made", owner)
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None
    undo("club.invitation.taken_back", owner)
    newcomer = account("newcomer")
    accept_invitation(invitation_id=invitation.pk, actor=Actor.of_user(newcomer))
    refused("club.invitation.given_back", owner, "invitation_was_accepted")
    refused("club.invitation.accepted", owner, "acceptance_was_theirs")


@pytest.mark.parametrize("later", ["anew", "ended", "back", "gone"])
def test_an_invitation_is_not_good_again_when_things_have_moved_on(owner, invitation, later):
    revoke_invitation(invitation_id=invitation.pk, actor=owner)
    why = {"anew": "invitation_made_anew", "ended": "invitation_has_ended", "gone": "is_gone"}
    if later == "anew":
        place = {"scope": Scope(club().pk), "role": Role.PLAYER, "days": 3}
        invite(**place, actor=owner, address_of=str, email="new@example.org")
    if later == "ended":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    if later == "gone":
        invitation.delete()
    if later == "back":
        refused("club.invitation.made", owner, "changed_since")
        restore_invitation(invitation_id=invitation.pk, actor=owner)
        with pytest.raises(InvitationIsOpen):
            restore_invitation(invitation_id=invitation.pk, actor=owner)
        return
    refused("club.invitation.taken_back", owner, why[later])


# -- what has no way back ----------------------------------------------------------------------------


def test_work_says_that_it_is_not_undone_and_offers_no_button(owner):
    job = Job.objects.create(key="k", task="games.read_slice", organisation=club())
    cancel_job(job_id=job.pk, actor=SYSTEM)
    refused("club.job.cancelled", owner, "job_stays_cancelled")
    desk = browser_of(owner.user)
    entry = latest("club.job.cancelled")
    page = desk.get(f"/desk/audit/{entry.pk}/").content.decode()
    assert "Cannot be undone:" in page
    assert f"/desk/audit/{entry.pk}/undo/" not in page
