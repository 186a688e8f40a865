"""Households, guardians, consents: one account for several children, who signs, which words."""

from datetime import timedelta

import pytest
from django.utils import timezone
from people import account, browser_of, club
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import Actor
from club.members.errors import (
    GuardianAlready,
    NoConsentText,
    NotYoursToSign,
    OwnGuardian,
    PersonOfOtherClub,
)
from club.members.selectors.persons import consent_counts
from club.members.selectors.self_service import own_persons
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.members.services.guardians import add_guardian, remove_guardian
from club.members.services.households import (
    remove_household,
    rename_household,
    settle_by_name,
    settle_person,
)
from club.members.services.persons import add_person, link_account
from club.models import AuditEntry, Consent, Guardianship, Household, Person, Role

pytestmark = pytest.mark.django_db


@world
def family(secretary):
    """A mother with an account, and two children."""
    persons = [
        add_person(organisation_id=club().pk, name=name, actor=secretary)
        for name in ("Mia Bos", "Tim Bos", "Eva Bos")
    ]
    user = account("mia", role=Role.PLAYER)
    link_account(person_id=persons[0].pk, user_id=user.pk, actor=secretary)
    return [*persons, user]


@world
def words(secretary):
    return write_consent_text(organisation_id=club().pk, kind="photo", text="Pictures.", actor=secretary)


def undo_latest(action, actor):
    return undo_entry(entry_id=AuditEntry.objects.filter(action=action).latest("pk").pk, actor=actor)


def test_a_household_is_made_by_its_name_and_goes_back(family, secretary):
    mia, tim = family[:2]
    for person in (mia, tim):
        settle_by_name(person_id=person.pk, organisation_id=club().pk, name="Bos", actor=secretary)
    house = Household.objects.get()
    assert house.members.count() == 2
    settle_by_name(person_id=tim.pk, organisation_id=club().pk, name="", actor=secretary)
    assert house.members.count() == 1
    undo_latest("club.person.settled", secretary)
    assert house.members.count() == 2
    rename_household(household_id=house.pk, name="Bos and Bos", actor=secretary)
    undo_latest("club.household.renamed", secretary)
    remove_household(household_id=house.pk, actor=secretary)
    undo_latest("club.household.removed", secretary)
    back = Household.objects.get()
    assert (back.name, back.members.count()) == ("Bos", 2)


def test_a_household_is_of_one_club(family, secretary):
    other = Household.objects.create(organisation=club("south"), name="Bos")
    with pytest.raises(Exception, match="not_allowed"):
        settle_person(person_id=family[0].pk, household_id=other.pk, actor=secretary)
    superuser = Actor.of_user(account("root"))
    superuser.user.is_superuser = True
    with pytest.raises(PersonOfOtherClub):
        settle_person(person_id=family[0].pk, household_id=other.pk, actor=superuser)


def test_a_guardian_is_another_person_of_the_club_and_written_down_once(family, secretary):
    mia, tim = family[:2]
    made = add_guardian(ward_id=tim.pk, guardian_id=mia.pk, actor=secretary)
    with pytest.raises(GuardianAlready):
        add_guardian(ward_id=tim.pk, guardian_id=mia.pk, actor=secretary)
    with pytest.raises(OwnGuardian):
        add_guardian(ward_id=tim.pk, guardian_id=tim.pk, actor=secretary)
    far = Person.objects.create(name="Far", organisation=club("south"))
    with pytest.raises(PersonOfOtherClub):
        add_guardian(ward_id=tim.pk, guardian_id=far.pk, actor=secretary)
    remove_guardian(guardianship_id=made.pk, actor=secretary)
    undo_latest("club.guardian.removed", secretary)
    undo_latest("club.guardian.added", secretary)
    assert not Guardianship.objects.exists()


def test_one_account_sees_itself_and_its_wards_while_it_is_guardian(family, secretary):
    mia, tim, eva, user = family
    yesterday = timezone.localdate() - timedelta(days=1)
    add_guardian(ward_id=tim.pk, guardian_id=mia.pk, actor=secretary)
    add_guardian(ward_id=eva.pk, guardian_id=mia.pk, until=yesterday, actor=secretary)
    browser = browser_of(user)
    assert [one.name for one in own_persons(actor=Actor.of_user(user))] == ["Mia Bos", "Tim Bos"]
    assert "Tim Bos" in browser.get("/desk/me/").content.decode()
    assert browser.get(f"/desk/me/{tim.pk}/").status_code == 200
    assert browser.get(f"/desk/me/{eva.pk}/").status_code == 404
    assert browser_of(account("zed", role=Role.PLAYER)).get(f"/desk/me/{tim.pk}/").status_code == 404


def test_a_token_opens_nobodys_own_page(family):
    user = family[3]
    narrowed = Actor(label="t", user=user, abilities=frozenset({"see_desk"}))
    assert own_persons(actor=narrowed) == []


def test_consents_are_given_and_withdrawn_on_the_own_page(family, secretary, words):
    mia, tim, _, user = family
    add_guardian(ward_id=tim.pk, guardian_id=mia.pk, actor=secretary)
    browser, facts = browser_of(user), {"kind": "photo", "club": club().pk}
    for address in ("/desk/me/", f"/desk/me/{tim.pk}/"):
        assert browser.post(address, facts).status_code == 302
    held = Consent.objects.order_by("pk")
    assert [(one.person, one.given_by, one.text.version) for one in held] == [
        (mia, "Mia", 1),
        (tim, "Mia", 1),
    ]
    browser.post(f"/desk/me/{tim.pk}/", facts | {"withdraw": "1"})
    assert [one.withdrawn_at is None for one in held.all()] == [True, False]
    browser.post(f"/desk/me/{tim.pk}/", facts)
    assert Consent.objects.filter(person=tim).count() == 2  # given again it is a new row


def test_a_guardian_who_does_not_sign_only_looks(family, secretary, words):
    mia, tim, eva, user = family
    add_guardian(ward_id=tim.pk, guardian_id=mia.pk, may_sign=False, actor=secretary)
    actor = Actor.of_user(user)
    for person in (tim, eva):
        with pytest.raises(NotYoursToSign):
            give_consent(person_id=person.pk, organisation_id=club().pk, kind="photo", actor=actor)
    assert (
        "A guardian who can sign decides this."
        in browser_of(user).get(f"/desk/me/{tim.pk}/").content.decode()
    )


def test_every_version_of_the_words_is_kept(family, secretary, words):
    mia = family[0]
    facts = {"person_id": mia.pk, "organisation_id": club().pk, "kind": "photo", "actor": secretary}
    give_consent(**facts)
    again = write_consent_text(organisation_id=club().pk, kind="photo", text="Pictures.", actor=secretary)
    assert again == words
    newer = write_consent_text(organisation_id=club().pk, kind="photo", text="And films.", actor=secretary)
    assert newer.version == 2
    held = consent_counts(organisation_id=club().pk)["photo"]
    assert (held.text, held.newest, held.older) == (newer, 0, 1)
    give_consent(**facts)
    held = consent_counts(organisation_id=club().pk)["photo"]
    assert (held.newest, held.older) == (1, 0)
    assert [one.text.text for one in Consent.objects.order_by("pk")] == ["Pictures.", "And films."]
    withdraw_consent(**facts)
    assert not Consent.objects.filter(withdrawn_at__isnull=True).exists()
    with pytest.raises(NoConsentText):
        give_consent(**facts | {"kind": "newsletter"})


def test_the_pages_of_plans_households_and_words(secretary):
    browser = browser_of(secretary.user)
    plan = {"club": "north", "name": "Youth", "kind": "youth", "is_offered": "on"}
    assert browser.post("/desk/club/plans/", plan).status_code == 302
    assert (
        "The club already has a plan named “"
        in browser.post("/desk/club/plans/", plan, follow=True).content.decode()
    )
    number = club().plans.get().pk
    browser.post(f"/desk/club/plans/{number}/", {"name": "Young", "kind": "youth"})
    assert (club().plans.get().name, club().plans.get().is_offered) == ("Young", False)
    browser.post("/desk/club/households/", {"club": "north", "name": "Bos"})
    browser.post(f"/desk/club/households/{Household.objects.get().pk}/", {"name": "Bosch"})
    assert "Bosch" in browser.get("/desk/club/households/").content.decode()
    browser.post("/desk/club/consents/", {"club": "north", "kind": "photo", "text": "Yes."})
    assert "Yes." in browser.get("/desk/club/consents/").content.decode()
    assert browser.post("/desk/club/consents/", {"club": "north", "kind": "photo"}).status_code == 422
    browser.post(f"/desk/club/plans/{number}/", {"remove": "1"})
    assert not club().plans.exists()


def test_the_treasurer_reads_plans_and_changes_none(secretary):
    browser = browser_of(account("tess", role=Role.TREASURER))
    assert browser.get("/desk/club/plans/").status_code == 200
    assert browser.post("/desk/club/plans/", {"name": "X", "kind": "adult"}).status_code == 403
    assert browser.get("/desk/club/consents/").status_code == 403
