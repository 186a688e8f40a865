"""The demo club is removed by one press, with all that hangs on it and nothing beside it."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, models, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import club_of, played_round, section_of
from worlds import world

from club.accounts.services.passes import make_pass
from club.accounts.services.roles import grant_role
from club.audit.selectors import verify_chains
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed, OrganisationInUse
from club.core.selectors import clubs_with_capability, only_club, organisation_list
from club.members.selectors.persons import clubs_of
from club.members.services.persons import add_person
from club.models import DEMO_SLUG, AuditEntry, Invoice, Organisation, PassLevel, Person, Role, User
from club.money import triggers as money_triggers
from club.organisations.services.organisations import remove_organisation
from tournaments.models import Entry
from tournaments.site.services.demo_removal import DemoWasUsed, demo_facts, remove_demo

pytestmark = pytest.mark.django_db
STAYING = {
    "AuditEntry",
    "AuditChain",
    "LiveChannel",
    "LiveEvent",
    "Organisation",
    "ContentType",
    "Permission",
}


@world
def demo():
    """The demo club beside a club with a played round; somebody held a pass in the demo."""
    played_round(section_of())
    call_command("loaddemo", verbosity=0)
    club = Organisation.objects.get(slug=DEMO_SLUG)
    until = timezone.now() + timedelta(days=1)
    make_pass(label="1", level=PassLevel.HELPER, scope=Scope(club.pk), expires_at=until, actor=SYSTEM)
    return club


@world
def keeper():
    return User.objects.create_superuser("keeper@north.example", "x")


@pytest.fixture
def desk(keeper):
    client = Client()
    client.force_login(keeper)
    return client


def rows():
    """How many rows each table has."""
    return {
        model.__name__: model._base_manager.count()
        for model in apps.get_models(include_auto_created=True)
        if model.__name__ not in STAYING
    }


def test_nothing_of_it_is_left_and_nothing_else_is_touched(db, django_capture_on_commit_callbacks):
    played_round(section_of())
    before = rows()
    call_command("loaddemo", verbosity=0)
    assert sum(after > before[name] for name, after in rows().items()) > 40
    with django_capture_on_commit_callbacks(execute=False):
        told = remove_demo(actor=SYSTEM)
    assert (told.events, told.members) == (6, 30)
    assert rows() == before
    assert demo_facts() is None
    assert DEMO_SLUG not in {club.slug for club in organisation_list()}
    assert all(chain.broken is None for chain in verify_chains())
    assert AuditEntry.objects.latest("pk").action == "tournaments.demo.removed"
    # No row points at one that is gone, whichever table it is in.
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                known = field.related_model._base_manager.values("pk")
                lost = model._base_manager.filter(**{f"{field.attname}__isnull": False})
                assert not lost.exclude(**{f"{field.attname}__in": known}).exists(), (model, field)


def test_a_start_loads_no_demo_that_was_removed_and_who_asks_gets_it_with_guarded_books(demo, capsys):
    remove_demo(actor=SYSTEM)
    call_command("loaddemo", unless_removed=True)
    assert "“manage.py loaddemo” loads it again." in capsys.readouterr().out
    assert demo_facts() is None
    call_command("loaddemo", verbosity=0)
    again = Organisation.objects.get(slug=DEMO_SLUG)
    assert again.pk != demo.pk
    assert demo_facts().members == 30
    call_command("loaddemo", unless_removed=True)
    assert "removed" not in capsys.readouterr().out
    with pytest.raises(DatabaseError), transaction.atomic():
        Invoice.objects.filter(organisation=again).update(number=999)
    assert money_triggers.REFUSAL


def test_what_people_added_goes_only_when_they_say_so(demo, keeper):
    person = Actor.of_user(keeper)
    add_person(name="Somebody", organisation_id=demo.pk, actor=person)
    with pytest.raises(DemoWasUsed) as refused:
        remove_demo(actor=person)
    assert refused.value.facts["changes"] == 1
    remove_demo(actor=person, with_additions=True)
    assert not Person.objects.filter(name="Somebody").exists()


def test_what_another_club_has_of_it_is_named(demo):
    member = Person.objects.filter(organisation=demo).first()
    foreign = Entry.objects.exclude(section__event__organisation=demo).first()
    Entry.objects.filter(pk=foreign.pk).update(person=member)
    with pytest.raises(OrganisationInUse) as refused:
        remove_demo(actor=SYSTEM)
    assert str(Entry._meta.verbose_name) in refused.value.facts["kinds"]
    assert Entry.objects.filter(pk=foreign.pk).exists()


def test_only_whoever_runs_the_site_removes_it(demo):
    user = User.objects.create_user("owner@north.example")
    grant_role(user=user, role=Role.OWNER, scope=Scope(demo.pk), actor=SYSTEM)
    with pytest.raises(NotAllowed):
        remove_demo(actor=Actor.of_user(user))
    client = Client()
    client.force_login(user)
    assert "Remove the demo club" not in client.get(reverse("tournaments:desk_events")).content.decode()


def test_one_press_on_the_page_of_events(demo, desk):
    page = reverse("tournaments:desk_events")
    text = desk.get(page).content.decode()
    assert "6 events, 92 games, 30 members" in " ".join(text.split())
    done = desk.post(reverse("tournaments:desk_demo_remove"), follow=True).content.decode()
    assert "The demo club was removed. “manage.py loaddemo” loads it again." in done
    assert "Remove the demo club" not in done
    again = desk.post(reverse("tournaments:desk_demo_remove"), follow=True).content.decode()
    assert "No demo club is loaded." in again


def test_beside_an_own_club_the_demo_is_below_folded_and_waits_for_nobody(demo, keeper, desk):
    page = desk.get(reverse("tournaments:desk_events"))
    assert {event.organisation.slug for event in page.context["events"]} == {"north"}
    assert len(page.context["demo_events"]) == 6
    assert '<details class="stack" id="demo">' in page.content.decode()
    public = Client().get(reverse("tournaments:events"))
    shown = [card for part in ("now", "next", "past") for card in public.context[part]]
    assert not any(card.event.organisation.is_demo for card in shown)
    assert public.context["demo_events"] == 6
    told = desk.get(reverse("club:desk")).content.decode()
    assert "Demo club" not in told
    assert "District league" not in told
    assert "Remove the demo club" in desk.get(f"{reverse('club:own_club')}?club=north").content.decode()
    asked = desk.get(reverse("tournaments:desk_demo_remove")).content.decode()
    assert "6 events, 92 games, 30 members" in " ".join(asked.split())


def test_alone_on_a_site_the_demo_is_open_and_its_work_is_listed(demo, desk):
    remove_organisation(organisation_id=club_of().pk, action="tournaments.demo.removed", actor=SYSTEM)
    page = desk.get(reverse("tournaments:desk_events"))
    assert '<details class="stack" id="demo" open>' in page.content.decode()
    assert "Demo club" in desk.get(reverse("club:desk")).content.decode()


def test_the_interface_and_the_command_remove_it(demo, desk):
    assert desk.get("/api/v1/demo/").json()["games"] == 92
    removed = desk.post("/api/v1/demo/remove", {}, content_type="application/json")
    assert (removed.status_code, removed.json()["club"]) == (200, DEMO_SLUG)
    assert desk.get("/api/v1/demo/").json()["is_loaded"] is False
    again = desk.post("/api/v1/demo/remove", {}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (404, "no_demo")
    with pytest.raises(CommandError, match=r"No demo club is loaded\."):
        call_command("loaddemo", "--remove")


@pytest.mark.parametrize("name", ["Zwolle", "Amersfoort"])
def test_no_choice_of_clubs_begins_with_the_demo(demo, keeper, desk, name):
    Organisation.objects.filter(pk=club_of().pk).update(name=name)
    actor = Actor.of_user(keeper)
    for capability in Capability:
        assert [club.slug for club in clubs_with_capability(actor=actor, capability=capability)][
            -1
        ] == DEMO_SLUG
        assert clubs_of(actor=actor, capability=capability).first().slug != DEMO_SLUG
        assert only_club(actor=actor, capability=capability).slug == club_of().slug
    assert organisation_list().first().slug != DEMO_SLUG
    text = desk.get(reverse("tournaments:desk_event_new")).content.decode()
    assert f'value="{club_of().slug}" checked' in text
    assert f'value="{DEMO_SLUG}" checked' not in text
