"""Asking to join by the public form: one request, confirmed by mail, signed by a guardian."""

from datetime import timedelta

import pytest
from django.urls import reverse
from newcomers import asked, child, mails, plan, years_ago
from people import club, last_text

from club.core.actor import SYSTEM, VISITOR
from club.joining.errors import GuardianNeeded, JoinClosed, JoinDecided, OwnGuardianMail, UnknownJoinLink
from club.joining.join_links import GUARDIAN, join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_inbox import accept_request
from club.joining.services.join_requests import confirm_address, sign_as_guardian, withdraw_request
from club.members.errors import UnknownPlan
from club.members.services.consents import write_consent_text
from club.models import (
    AuditEntry,
    JoinForm,
    MembershipPlan,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("opened")]


# -- asking ------------------------------------------------------------------------------------------


def test_a_request_waits_and_a_mail_asks_to_confirm():
    row = asked()
    assert (row.state, row.confirmed_at, mails()) == ("waiting", None, ["piet@example.org"])
    assert reverse("club:join_request", args=[join_secret(row)]) in last_text()


def test_the_same_form_sent_twice_is_one_request():
    assert asked(sent_once="x").pk == asked(sent_once="x").pk
    assert len(mails()) == 1


def test_asking_again_gets_the_link_again_and_no_second_request():
    assert asked().pk == asked("piet  VRIES").pk
    assert len(mails()) == 2


def test_whoever_asks_again_and_again_is_not_answered_for_ever():
    for _ in range(25):
        asked()
    assert len(mails()) == 20


def test_a_closed_form_takes_nothing():
    set_join_form(organisation_id=club().pk, is_open=False, full_age=18, actor=SYSTEM)
    with pytest.raises(JoinClosed):
        asked()


def test_a_club_that_said_nothing_has_the_form_closed():
    JoinForm.objects.all().delete()
    with pytest.raises(JoinClosed):
        asked()


@pytest.mark.parametrize("which", ["of another club", "no longer offered", "none"])
def test_a_plan_is_one_the_club_offers(which):
    other = MembershipPlan.objects.create(organisation=club("south"), name="Adult", kind="adult")
    if which == "no longer offered":
        MembershipPlan.objects.filter(pk=plan().pk).update(is_offered=False)
    number = {"of another club": other.pk, "no longer offered": plan().pk, "none": 987654}[which]
    with pytest.raises(UnknownPlan):
        asked(plan_id=number)


@pytest.mark.parametrize(
    ("days_missing", "is_minor"),
    [pytest.param(0, False, id="eighteen today"), pytest.param(1, True, id="eighteen tomorrow")],
)
def test_whoever_is_under_age_names_a_guardian(days_missing, is_minor):
    born_on = years_ago(18) + timedelta(days=days_missing)
    if is_minor:
        with pytest.raises(GuardianNeeded):
            asked(born_on=born_on)
    else:
        assert asked(born_on=born_on).guardian_name == ""


def test_a_name_alone_is_no_signature():
    with pytest.raises(GuardianNeeded):
        child(guardian_signature="")


def test_a_guardian_does_not_confirm_from_the_childs_address():
    with pytest.raises(OwnGuardianMail):
        child(guardian_signature="", guardian_email="piet@example.org")


def test_what_an_adult_writes_of_a_guardian_is_not_kept():
    assert asked(guardian_name="Mia", guardian_email="mia@example.org").guardian_email == ""


def test_only_texts_of_the_club_are_agreed_to():
    own = write_consent_text(organisation_id=club().pk, kind="photo", text="Yes.", actor=SYSTEM)
    other = write_consent_text(organisation_id=club("south").pk, kind="photo", text="Yes.", actor=SYSTEM)
    assert asked(agreed=[own.pk, other.pk, 987654]).agreed == [own.pk]


def test_nothing_private_is_on_the_trail():
    child(phone="06 12345", guardian_email="mia@example.org", address="Long street 1")
    for entry in AuditEntry.objects.filter(action__startswith="club.join."):
        told = f"{entry.before} {entry.after} {entry.reason}"
        assert not any(one in told for one in ("06 12345", "@", "street", "Mia", str(years_ago(12).year)))


# -- the links ---------------------------------------------------------------------------------------


def test_the_address_is_confirmed_by_the_link_once():
    row = asked()
    first = confirm_address(secret=join_secret(row), actor=VISITOR).confirmed_at
    assert confirm_address(secret=join_secret(row), actor=VISITOR).confirmed_at == first
    assert AuditEntry.objects.filter(action="club.join.confirmed").count() == 1


def test_a_guardian_signs_by_the_link_of_their_own():
    row = child(guardian_signature="", guardian_email="mia@example.org")
    assert mails() == ["piet@example.org", "mia@example.org"]
    with pytest.raises(UnknownJoinLink):
        sign_as_guardian(secret=join_secret(row), signature="Mia", actor=VISITOR)
    assert sign_as_guardian(secret=join_secret(row, GUARDIAN), signature="Mia", actor=VISITOR).is_signed


def test_an_empty_name_signs_nothing():
    row = child(guardian_signature="", guardian_email="mia@example.org")
    with pytest.raises(GuardianNeeded):
        sign_as_guardian(secret=join_secret(row, GUARDIAN), signature=" \u200b\x00 ", actor=VISITOR)


@pytest.mark.parametrize("secret", ["", "1", "1-", "x-y", "1-\ud800", f"{10**30}-x", "1-" + "a" * 24])
def test_a_guessed_link_opens_nothing(secret):
    asked()
    with pytest.raises(UnknownJoinLink):
        confirm_address(secret=secret, actor=VISITOR)


def test_a_request_is_withdrawn_by_its_link_and_not_confirmed_afterwards(secretary):
    row = asked()
    assert withdraw_request(secret=join_secret(row), actor=VISITOR).state == "withdrawn"
    assert confirm_address(secret=join_secret(row), actor=VISITOR).confirmed_at is None
    with pytest.raises(JoinDecided):
        accept_request(request_id=row.pk, actor=secretary)


def test_what_is_decided_is_not_withdrawn(secretary):
    row = asked()
    accept_request(request_id=row.pk, actor=secretary)
    with pytest.raises(JoinDecided):
        withdraw_request(secret=join_secret(row), actor=VISITOR)
