"""Members without an account are invited: an address is one account, and nobody is invited twice."""

from datetime import date

import pytest
from django.urls import reverse
from people import account, browser_of, club
from worlds import world

from club.accounts.selectors import uninvited_members
from club.accounts.services.invitations import accept_invitation, invite_members
from club.core.actor import SYSTEM, Actor
from club.core.errors import NotAllowed
from club.members.services.memberships import start_membership
from club.models import Guardianship, Invitation, MembershipPlan, OutboxMessage, Person

pytestmark = pytest.mark.django_db


@world
def secretary():
    return Actor.of_user(account("sam", role="secretary"))


def member(name, email="", at=None, **facts):
    place = at or club()
    person = Person.objects.create(name=name, email=email, organisation=place, **facts)
    plan, _ = MembershipPlan.objects.get_or_create(
        organisation=place, name="Adult", defaults={"kind": "adult"}
    )
    start_membership(person_id=person.pk, plan_id=plan.pk, starts_on=date(2026, 1, 1), actor=SYSTEM)
    return person


def invited(actor, **more):
    return invite_members(organisation_id=club().pk, actor=actor, address_of=str, **more)


def names():
    return [person.name for person in uninvited_members(organisation_id=club().pk)]


def test_who_can_be_written_to_and_has_no_account_is_invited_once(secretary):
    piet = member("Piet Vries", "piet@example.org")
    member("No Mail")
    member("Sue South", "sue@example.org", at=club("south"))
    Person.objects.filter(user=account("has")).update(organisation=club(), email="has@example.org")
    Person.objects.create(name="Nobody", email="nobody@example.org", organisation=club())
    assert names() == ["Piet Vries"]
    assert [one.person for one in invited(secretary)] == [piet]
    assert OutboxMessage.objects.get().to == "piet@example.org"
    assert invited(secretary) == []


def test_of_a_family_with_one_address_the_guardian_is_invited(secretary):
    child = member("Tim Bos", "bos@example.org", born_on=date(2014, 1, 1))
    mother = member("Mia Bos", "bos@example.org")
    assert names() == ["Tim Bos"]
    Guardianship.objects.create(guardian=mother, ward=child)
    assert names() == ["Mia Bos"]


def test_the_account_that_accepts_is_the_persons(secretary):
    piet = member("Piet Vries", "piet@example.org")
    (made,) = invited(secretary)
    user = account("piet")
    accept_invitation(invitation_id=made.pk, actor=Actor.of_user(user))
    piet.refresh_from_db()
    assert piet.user == user


def test_one_is_invited_from_the_own_page_and_all_from_the_list():
    client = browser_of(account("sam", role="secretary"))
    piet, _kees = member("Piet Vries", "piet@example.org"), member("Kees Bos", "kees@example.org")
    address = reverse("club:members_invite")
    assert "Invite" in client.get(reverse("club:member", args=[piet.pk])).content.decode()
    client.post(address, {"person": piet.pk})
    assert Invitation.objects.get().person == piet
    page = client.get(address).content.decode()
    assert "Kees Bos" in page
    assert "Piet Vries" not in page
    assert "1 invitation is being sent" in client.post(address, follow=True).content.decode()
    assert (
        "No invitations sent: the people have an account"
        in client.post(address, {"person": "9" * 40}, follow=True).content.decode()
    )


@pytest.mark.parametrize("role", ["treasurer", "director", "player"])
def test_who_gives_no_roles_invites_nobody(role):
    with pytest.raises(NotAllowed):
        invited(Actor.of_user(account("x", role=role)))
