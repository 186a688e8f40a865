"""What a club may not do with accounts and mails that are not its own."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone
from event_rows import section_of
from people import account, agreed, browser_of, club

from club.accounts.services.invitations import accept_invitation, invite
from club.accounts.services.passes import make_pass
from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import AccountNotOfClub, UnknownPlace
from club.jobs.services.outbox import SECRET_PREFIX, write_message
from club.members.services.persons import add_person, change_person, link_account, unlink_account
from club.models import OutboxMessage, PassLevel, Person, Role, RoleGrant, User
from club.privacy.errors import ErasureBlocked
from club.privacy.personal_data_sets import DATA_SETS, readable_rows
from club.privacy.services.erasure import erase_person

pytestmark = pytest.mark.django_db
VICTIM = "root@site.example"
CODE = "K7Q2-9XPL"


@pytest.fixture
def secretary():
    return Actor.of_user(account("sam", role=Role.SECRETARY))


def mails_told(person):
    return readable_rows(DATA_SETS["club.mails"], person)


def message(key, to=VICTIM, text="Hello", at=None):
    return write_message(key=key, to=to, subject="x", text=text, organisation_id=at.pk if at else None)


def test_mails_of_an_address_on_record_are_not_told_to_who_entered_it(secretary):
    """A director gives the own person the address of somebody else, whose password is reset then."""
    director = account("dirk", role=Role.DIRECTOR)
    Person.objects.filter(user=director).update(organisation=club())
    message(f"{SECRET_PREFIX}1", text=CODE)
    message("captain", at=club("south"), text="https://south.example/captain/secret")
    message("own", at=club(), text="For root")
    own = Person.objects.get(user=director)
    change_person(person_id=own.pk, name="Dirk", email=VICTIM, actor=Actor.of_user(director))
    own.refresh_from_db()
    assert list(mails_told(own)) == []
    told = browser_of(director).get(f"/api/v1/me/persons/{own.pk}/data")
    assert told.status_code == 200
    assert not any(word in told.content.decode() for word in (CODE, "secret", "For root"))


def test_a_club_is_told_its_own_mails_without_codes_and_links(secretary):
    person = add_person(organisation_id=club().pk, name="Nell", email=VICTIM, actor=secretary)
    message(f"{SECRET_PREFIX}1", text=CODE)
    message(f"{SECRET_PREFIX}2", text=CODE, at=club())
    message("elsewhere", at=club("south"))
    message("own", at=club(), text="Go to https://north.example/entries/secret/ today.")
    assert [row["text"] for row in mails_told(person)] == ["Go to https://north.example/... today."]


def test_confirmed_addresses_of_the_account_count_alone(secretary):
    user = agreed(account("piet", role=Role.PLAYER))
    person = add_person(organisation_id=club().pk, name="Piet", email="piet@record.example", actor=secretary)
    link_account(person_id=person.pk, user_id=user.pk, actor=secretary)
    person.refresh_from_db()
    message("a", to=user.email.upper(), at=club())
    message("b", to="piet@record.example", at=club())
    assert [row["to"] for row in mails_told(person)] == [user.email.upper()]
    EmailAddress.objects.filter(user=user).update(verified=False)
    assert list(mails_told(person)) == []


def test_an_erasure_leaves_mails_of_others(secretary):
    person = add_person(organisation_id=club().pk, name="Lines up", email=VICTIM, actor=secretary)
    site, other = message("site"), message("other", to="x@x.example", at=club("south"), text="Lines up now")
    own, about = message("own", at=club()), message("c", to="y@x.example", at=club(), text="Lines up now")
    erase_person(person_id=person.pk, typed_name="Lines up", actor=secretary)
    texts = dict(OutboxMessage.objects.values_list("pk", "text"))
    assert own.pk not in texts
    assert texts == {site.pk: "Hello", other.pk: "Lines up now", about.pk: f"Former member {person.pk} now"}


@pytest.mark.parametrize("what", ["a role elsewhere", "the site", "no consent"])
def test_an_erasure_deletes_no_account_that_is_not_the_clubs(secretary, what):
    user = account("tess")
    if what == "a role elsewhere":
        grant_role(user=agreed(user), role=Role.TREASURER, scope=Scope(club("south").pk), actor=SYSTEM)
    elif what == "the site":
        User.objects.filter(pk=agreed(user).pk).update(is_superuser=True)
    grant_role(user=user, role=Role.PLAYER, scope=Scope(club().pk), actor=secretary)
    person = add_person(organisation_id=club().pk, name="Tess", actor=secretary)
    link_account(person_id=person.pk, user_id=user.pk, actor=secretary)
    with pytest.raises(ErasureBlocked, match="not the club's to delete"):
        erase_person(person_id=person.pk, typed_name="Tess", actor=secretary)
    unlink_account(person_id=person.pk, actor=secretary)
    erase_person(person_id=person.pk, typed_name="Tess", actor=secretary)
    assert User.objects.filter(pk=user.pk).exists()


def test_an_account_whose_holder_agreed_goes_with_the_person(secretary):
    person = add_person(organisation_id=club().pk, name="Piet", actor=secretary)
    told = []
    invitation = invite(
        scope=Scope(club().pk),
        role=Role.PLAYER,
        days=7,
        person_id=person.pk,
        address_of=lambda secret: told.append(secret) or secret,
        actor=secretary,
    )
    user = account("piet")
    accept_invitation(invitation_id=invitation.pk, actor=Actor.of_user(user))
    erase_person(person_id=person.pk, typed_name="Piet", actor=secretary)
    assert not User.objects.filter(pk=user.pk).exists()


def test_a_director_links_no_account(client):
    """The private data of the person, and of their wards, would be the director's."""
    director = account("dirk", role=Role.DIRECTOR)
    person = add_person(organisation_id=club().pk, name="Mia", actor=SYSTEM)
    desk = browser_of(director)
    page = reverse("club:person_account", args=[person.pk])
    assert desk.post(page, {"account": director.pk}).status_code == 403
    assert desk.post(page, {"unlink": "1"}).status_code == 403
    person.refresh_from_db()
    assert person.user_id is None
    shown = desk.get(reverse("club:person", args=[person.pk])).content.decode()
    assert page not in shown
    assert "No account." in shown


def test_a_role_that_has_expired_links_no_account(secretary):
    user, person = account("piet"), add_person(organisation_id=club().pk, name="Piet", actor=secretary)
    grant = grant_role(user=user, role=Role.PLAYER, scope=Scope(club().pk), actor=secretary)
    RoleGrant.objects.filter(pk=grant.pk).update(expires_at=timezone.now() - timedelta(hours=1))
    with pytest.raises(AccountNotOfClub):
        link_account(person_id=person.pk, user_id=user.pk, actor=secretary)


def test_a_club_gives_no_place_at_the_event_of_another():
    owner = account("eve", role=Role.OWNER)
    actor, theirs = Actor.of_user(owner), section_of(players=2, club=club("south"))
    mine = section_of(players=2, club=club())
    until = timezone.now() + timedelta(hours=8)
    for place in ((theirs.event_id, None), (theirs.event_id, theirs.pk), (mine.event_id, theirs.pk)):
        scope = Scope(club().pk, *place)
        with pytest.raises(UnknownPlace):
            grant_role(user=owner, role=Role.DIRECTOR, scope=scope, actor=actor)
        with pytest.raises(UnknownPlace):
            make_pass(label="x", level=PassLevel.HELPER, scope=scope, expires_at=until, actor=actor)
        with pytest.raises(UnknownPlace):
            invite(scope=scope, role=Role.DIRECTOR, days=7, address_of=str, actor=actor)
    own = Scope(club().pk, mine.event_id, mine.pk)
    assert grant_role(user=owner, role=Role.DIRECTOR, scope=own, actor=actor).event_id == mine.event_id
    body = {"email": owner.email, "role": "director", "club": "north", "event": theirs.event_id}
    answer = browser_of(owner).post("/api/v1/roles/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_place")
