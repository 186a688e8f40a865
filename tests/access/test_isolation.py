"""Two clubs on one server never see each other's people: by address, search, API, export or trail.

Everything private of the southern club carries one telling word. Whoever belongs to the northern club reads
every address of the site, with every question an address may be asked, and may not meet the word.
"""

import pytest
from access_registry import rule_of
from access_world import CLERK, ROLES, VISITOR, World
from django.db import transaction
from django.http import HttpResponse
from django.urls import path
from test_every_address import addresses, ask, expected

from club import audit
from club.actor import SYSTEM
from club.models import Contact, Household, JoinRequest, OutboxMessage, Person, PersonNote
from club.services.looks import note_look
from tournaments.models import Ladder

pytestmark = pytest.mark.django_db
WORD, BEGINNING = b"geheim", "gehei"  # a page may show the question again, which is not the word
ASKED = "&".join(
    f"{name}={BEGINNING}" for name in ("q", "words", "name", "search", "person", "query", "text", "actor")
)
QUESTIONS = (f"?{ASKED}", f"?club=south&personal=1&state=any&{ASKED}")
OPEN = ("/events", "/e/", "/players/", "/embed/", "/games", "/laws", "/static", "/media", "/admin/")
"""Addresses that are public whoever asks, or open to whoever runs the whole site."""


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        world = World()
        mark(world.foreign)
        yield world
        transaction.set_rollback(True)


def mark(there):
    """Give everything private of a club the telling word."""
    Person.objects.filter(organisation=there.club).update(
        name="Geheim Persoon", sort_name="Persoon, Geheim", search_key="persoon, geheim", email="geheim@a.org"
    )
    Household.objects.filter(organisation=there.club).update(name="Geheim huis")
    JoinRequest.objects.filter(organisation=there.club).update(name="Geheim Lid", email="geheim@b.org")
    OutboxMessage.objects.filter(organisation=there.club).update(
        to="geheim@c.org", subject="geheim", text="geheim", error="geheim"
    )
    Contact.objects.create(person=there.person, kind="phone", value="geheim")
    PersonNote.objects.create(person=there.person, text="geheim", written_by="geheim")
    Ladder.objects.filter(organisation=there.club).update(is_public=False)  # who is on a public one is public
    there.invitation.email = "geheim@d.org"
    there.invitation.save()
    there.person.refresh_from_db()
    audit.record("club.person.added", there.person, actor=SYSTEM, organisation_id=there.club.pk)
    note_look(person=there.person, actor=SYSTEM)


def leaks(world, address, actor):
    """The questions to one address that are answered with somebody of the other club."""
    found = []
    for whose in (world.own, world.foreign):
        place = address.path(whose)
        for question in QUESTIONS if whose is world.own else QUESTIONS[:1]:
            answer = ask(world, actor, "GET", place + question)
            if not answer.streaming and WORD in answer.content.lower():
                found.append(f"{place}{question} by {actor}")
    return found


def private(urlconf=None):
    """Every address that is not public whoever asks."""
    return [one for one in addresses(urlconf) if not ("/" + one.route.lstrip("^")).startswith(OPEN)]


def readers(address):
    """Who is let in somewhere: the walk of every address shows that the others are not."""
    rule = rule_of(address, "GET")
    everybody = [VISITOR, CLERK, *ROLES]
    return [one for one in everybody if expected(rule, one, is_own=True) is not False]


@pytest.mark.parametrize("actor", [VISITOR, "secretary"])
def test_nobody_meets_a_person_of_another_club(world, actor):
    assert [said for one in private() if actor in readers(one) for said in leaks(world, one, actor)] == []


@pytest.mark.thorough
@pytest.mark.parametrize("actor", [CLERK, *(role for role in ROLES if role != "secretary")])
def test_no_other_role_meets_one_either(world, actor):
    rows = [one for one in private() if actor in readers(one) and VISITOR not in readers(one)]
    assert [said for one in rows for said in leaks(world, one, actor)] == []


def test_the_word_is_met_by_whoever_belongs_there(world):
    """The test can fail: what is looked for is there to be found."""
    address = next(one for one in addresses() if one.name == "club:members")
    turned = World.__new__(World)
    turned.__dict__ |= world.__dict__ | {"own": world.foreign, "foreign": world.own}
    assert leaks(turned, address, "superuser")


def test_a_leak_is_found(world, settings):
    settings.ROOT_URLCONF = __name__
    address = next(one for one in addresses(__name__) if one.name == "leak")
    assert len(leaks(world, address, VISITOR)) == len(QUESTIONS) + 1


def leak(_request):
    return HttpResponse(", ".join(Person.objects.values_list("name", flat=True)))


urlpatterns = [path("leak/", leak, name="leak")]
