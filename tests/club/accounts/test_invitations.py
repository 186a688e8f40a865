"""Invitations: made, sent, shown, taken back, accepted once."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from people import PASSWORD, account, browser_of, club, last_text
from worlds import world

from club.accounts.errors import InvitationUsed, InviterMayNoLonger, RoleNotYours
from club.accounts.invitation_secrets import hash_of, secret_of
from club.accounts.services.invitations import accept_invitation, invite, revoke_invitation
from club.accounts.services.roles import revoke_role
from club.core.access import Scope, roles_at
from club.core.actor import Actor
from club.core.errors import NotAllowed
from club.members.services.persons import add_person
from club.models import AuditEntry, Invitation, OutboxMessage, Person, Role, RoleGrant, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries")]

HERE = "http://testserver/invitation/{}/"


@world
def north():
    return club()


@world
def owner(north):
    return Actor.of_user(account("anna", role=Role.OWNER))


def made(north, actor, role=Role.PLAYER, **more):
    return invite(scope=Scope(north.pk), role=role, days=7, actor=actor, address_of=HERE.format, **more)


def page_of(invitation):
    return f"/invitation/{secret_of(invitation)}/"


def test_only_the_hash_is_kept_and_the_mail_forgets_the_link(north, owner):
    invitation = made(north, owner, email="Otto@North.example", language="en")
    secret = secret_of(invitation)
    message = OutboxMessage.objects.get()
    assert HERE.format(secret) in message.text
    assert message.key.startswith("mail:")  # such a text is emptied when it has been sent
    row = Invitation.objects.filter(pk=invitation.pk).values().get()
    assert secret not in str(row)
    assert row["secret_hash"] == hash_of(secret)
    assert secret not in str(list(AuditEntry.objects.values()))


def test_the_mail_is_in_the_language_of_who_gets_it(north, owner):
    made(north, owner, email="otto@north.example", language="nl")
    message = OutboxMessage.objects.get()
    assert message.language == "nl"


def test_the_same_again_is_the_same_invitation(north, owner):
    first = made(north, owner, email="otto@north.example")
    assert made(north, owner, email="OTTO@north.example") == first
    assert OutboxMessage.objects.count() == 1
    assert made(north, owner, role=Role.ARBITER, email="otto@north.example") != first


@pytest.mark.parametrize(
    ("giver", "given", "refusal"),
    [
        pytest.param(Role.SECRETARY, Role.OWNER, RoleNotYours, id="a secretary makes no owner"),
        pytest.param(Role.SECRETARY, Role.TREASURER, RoleNotYours, id="nor a treasurer"),
        pytest.param(Role.ARBITER, Role.PLAYER, NotAllowed, id="an arbiter invites nobody"),
    ],
)
def test_nobody_hands_on_more_than_the_table_says(north, giver, given, refusal):
    with pytest.raises(refusal):
        made(north, Actor.of_user(account("sam", role=giver)), role=given)


def test_a_new_account_by_mail_needs_no_second_proof_of_its_address(north, owner):
    invitation = made(north, owner, role=Role.SECRETARY, email="otto@north.example")
    browser, page = Client(), page_of(invitation)
    shown = browser.get(page).content.decode()
    sign_up = re.search(r'href="(/accounts/signup/[^"]+)"', shown).group(1).replace("&amp;", "&")
    form = browser.get(sign_up)
    assert 'value="otto@north.example"' in form.content.decode()
    answer = browser.post(
        sign_up, {"name": "Otto", "email": "otto@north.example", "password1": PASSWORD, "next": page}
    )
    assert answer.url == page
    assert browser.post(page).url == "/desk/"
    otto = User.objects.get(email="otto@north.example")
    assert roles_at(Actor.of_user(otto), Scope(north.pk)) == {Role.SECRETARY}
    assert otto.person.organisation == north
    assert RoleGrant.objects.get(user=otto).granted_by == owner.user


def test_the_link_proves_the_address_it_was_sent_to_and_no_other(north, owner):
    invitation = made(north, owner, email="otto@north.example")
    browser = Client()
    browser.get(page_of(invitation))
    browser.post("/accounts/signup/", {"name": "Eva", "email": "eva@north.example", "password1": PASSWORD})
    proven = EmailAddress.objects.filter(user__first_name="Eva").values_list("email", "verified")
    assert set(proven) == {("otto@north.example", True), ("eva@north.example", False)}


def test_a_code_proves_no_address(north, owner):
    browser = Client()
    browser.get(page_of(made(north, owner)))
    answer = browser.post(
        "/accounts/signup/", {"name": "Eva", "email": "eva@north.example", "password1": PASSWORD}
    )
    assert answer.url == "/accounts/confirm-email/"


def test_an_invited_person_gets_the_account(north, owner):
    piet = add_person(organisation_id=north.pk, name="Piet", actor=owner)
    user = account("piet")
    browser_of(user).post(page_of(made(north, owner, person_id=piet.pk)))
    assert Person.objects.get(user=user) == piet
    assert Person.objects.filter(name="Piet").count() == 1  # the one made with the account gave way


def test_it_holds_once_and_a_second_press_changes_nothing(north, owner):
    invitation = made(north, owner)
    browser = browser_of(account("eva"))
    for _ in range(2):
        assert browser.post(page_of(invitation)).url == "/desk/"
    assert browser.get(page_of(invitation)).url == "/desk/"
    assert AuditEntry.objects.filter(action="club.invitation.accepted").count() == 1
    second = browser_of(account("zoe"))
    refused = second.post(page_of(invitation))
    assert refused.status_code == 410
    assert "it can be used only once" in refused.content.decode()
    with pytest.raises(InvitationUsed):
        revoke_invitation(invitation_id=invitation.pk, actor=owner)


def test_taken_back_or_run_out_it_says_so(north, owner):
    browser = browser_of(account("eva"))
    back = made(north, owner)
    revoke_invitation(invitation_id=back.pk, actor=owner)
    revoke_invitation(invitation_id=back.pk, actor=owner)
    over = made(north, owner, role=Role.VIEWER)
    Invitation.objects.filter(pk=over.pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    for invitation, word in ((back, "revoked"), (over, "expired")):
        for answer in (browser.get(page_of(invitation)), browser.post(page_of(invitation))):
            assert answer.status_code == 410
            assert word in answer.content.decode()
    assert not RoleGrant.objects.exclude(user=owner.user).exists()
    assert browser.get("/invitation/made-up/").status_code == 404


def test_it_falls_with_the_role_of_whoever_invited(north, owner):
    sam = account("sam", role=Role.SECRETARY)
    invitation = made(north, Actor.of_user(sam))
    revoke_role(grant_id=RoleGrant.objects.get(user=sam).pk, actor=owner)
    with pytest.raises(InviterMayNoLonger):
        accept_invitation(invitation_id=invitation.pk, actor=Actor.of_user(account("eva")))


def test_the_desk_shows_what_was_sent_to_a_confirmed_address_alone(north, owner):
    invitation = made(north, owner, email="otto@north.example")
    liar = browser_of(account("otto", confirmed=False))
    assert "North club" not in liar.get("/desk/").content.decode()
    assert liar.post(f"/desk/invitations/{invitation.pk}/accept/").status_code == 404
    User.objects.get(email="otto@north.example").emailaddress_set.update(verified=True)
    assert "North club" in liar.get("/desk/").content.decode()
    assert liar.post(f"/desk/invitations/{invitation.pk}/accept/").url == "/desk/"
    assert "player" in liar.get("/desk/").content.decode()


def test_the_pages_make_show_and_take_back(north, owner, settings):
    settings.MAIL_REACHES_PEOPLE = True
    browser = browser_of(owner.user)
    answer = browser.post("/desk/invitations/new/", {"organisation": north.pk, "role": "player", "days": 7})
    code = browser.get(answer.url).content.decode()
    invitation = Invitation.objects.get()
    assert "<svg" in code
    assert secret_of(invitation) in code
    browser.post(f"/desk/invitations/{invitation.pk}/revoke/")
    assert secret_of(invitation) not in browser.get(answer.url).content.decode()
    browser.post(
        "/desk/invitations/new/",
        {"organisation": north.pk, "role": "arbiter", "email": "otto@north.example", "days": 1},
    )
    sent = Invitation.objects.get(email="otto@north.example")
    assert secret_of(sent) in last_text()
    # Its link is for the receiver: whoever invites cannot pass for them.
    assert browser.get(f"/desk/invitations/{sent.pk}/").status_code == 404


def test_where_no_mail_leaves_whoever_invites_hands_the_link_over(north, owner, settings):
    settings.MAIL_REACHES_PEOPLE = False
    browser = browser_of(owner.user)
    facts = {"organisation": north.pk, "role": "arbiter", "email": "otto@north.example", "days": 1}
    answer = browser.post("/desk/invitations/new/", facts, follow=True)
    text, invitation = answer.content.decode(), Invitation.objects.get()
    assert page_of(invitation) in text
    assert "This site does not send email" in text
    assert "Invitation sent to" not in text
    listed = browser.get("/desk/invitations/").content.decode()
    assert f"/desk/invitations/{invitation.pk}/" in listed
    # Nobody has proven to read that address: an account made by the link does not have it confirmed.
    newcomer = Client()
    newcomer.get(page_of(invitation))
    assert "account_verified_email" not in newcomer.session


def test_a_role_beyond_ones_own_cannot_be_chosen(north):
    browser = browser_of(account("sam", role=Role.SECRETARY))
    page = browser.post("/desk/invitations/new/", {"organisation": north.pk, "role": "owner", "days": 7})
    assert page.status_code == 422
    assert not Invitation.objects.exists()


def test_the_code_of_another_key_is_not_shown(north, owner, settings):
    invitation = made(north, owner)
    settings.SECRET_KEY = "another machine"
    page = browser_of(owner.user).get(f"/desk/invitations/{invitation.pk}/").content.decode()
    assert "The secret key of this site has changed" in page


def test_the_interface_for_programs(north, owner):
    browser = browser_of(owner.user)
    given = {"club": "north", "role": "arbiter", "email": "otto@north.example"}
    answer = browser.post("/api/v1/invitations/", given, content_type="application/json")
    assert answer.status_code == 201
    assert "secret" not in answer.content.decode()
    number = answer.json()["id"]
    assert browser.get(f"/api/v1/invitations/{number}/").json()["role"] == "arbiter"
    stranger = browser_of(account("zoe", role=Role.OWNER, at=club("south")))
    assert stranger.delete(f"/api/v1/invitations/{number}/").status_code == 403
    assert stranger.get("/api/v1/invitations/").json()["count"] == 0
    assert browser.delete(f"/api/v1/invitations/{number}/").status_code == 204
    assert Invitation.objects.get().revoked_at is not None
    nowhere = browser.post(
        "/api/v1/invitations/", {**given, "club": "nowhere"}, content_type="application/json"
    )
    assert nowhere.status_code == 422
