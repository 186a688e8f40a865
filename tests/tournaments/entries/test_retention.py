"""Mail addresses of entrants: kept while they are needed, deleted by themselves, and the trail says so."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from event_rows import latest, played_round, section_of
from worlds import world

from club.core.actor import SYSTEM, VISITOR
from club.jobs.handlers import RECURRING, task_of
from club.models import AuditEntry
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry, withdraw_by_link
from tournaments.entries.services.inbox import refuse_entry
from tournaments.models import Entry, EntryContact, Event
from tournaments.site.services.redaction import delete_contacts

pytestmark = pytest.mark.django_db
TASK = "tournaments.forget_contacts"


@world
def section():
    cache.clear()
    section = section_of(players=2)
    set_admission(section_id=section.pk, is_open=True, is_reviewed=False, actor=SYSTEM)
    return section


def ask(section, name="Zoe"):
    given = EntryRequest(
        name=name, email=f"{name.lower()}@home.example", message="Call 0612345678", sent_once=name
    )
    facts = {"event_id": section.event_id, "section_ids": [section.pk]}
    return ask_entry(**facts, given=given, actor=VISITOR)[0].entry


def sent(entry, days):
    """The form was sent so many days ago."""
    EntryContact.objects.filter(entry=entry).update(consented_at=timezone.now() - timedelta(days=days))


def held(section, days):
    """The event was on, or will be, so many days from today."""
    day = timezone.now().date() + timedelta(days=days)
    Event.objects.filter(pk=section.event_id).update(starts_on=day, ends_on=None)


def forget():
    return delete_contacts(after_event=90, after_refusal=30)


def test_after_the_event_the_address_and_the_message_go_and_the_entry_stays(section):
    entry = ask(section)
    sent(entry, 120)
    held(section, -89)
    assert forget() == 0
    held(section, -92)
    assert forget() == 1
    assert not EntryContact.objects.exists()
    assert Entry.objects.get(pk=entry.pk).state == "confirmed"
    told = latest("tournaments.contacts.forgotten")
    assert (told.after, told.actor_label, told.target_id) == ({"count": 1}, "program", str(section.pk))
    assert "home.example" not in str(list(AuditEntry.objects.values_list("before", "after", "reason")))
    assert Client().get(f"/entry/{entry_secret(entry)}/").status_code == 200
    assert forget() == 0


@pytest.mark.parametrize(
    "is_needed",
    [
        pytest.param(lambda section: held(section, 10), id="the event is still to come"),
        pytest.param(lambda section: (held(section, -200), played_round(section)), id="it still goes on"),
        pytest.param(lambda _section: None, id="it has no day and its form is open"),
    ],
)
def test_an_address_that_is_needed_stays(section, is_needed):
    sent(ask(section), 400)
    is_needed(section)
    assert forget() == 0
    assert EntryContact.objects.count() == 1


def test_an_event_without_a_day_is_over_when_its_form_is_closed_and_nothing_happens(section):
    sent(ask(section), 400)
    set_admission(section_id=section.pk, is_open=False, actor=SYSTEM)
    assert forget() == 1


def test_who_was_refused_or_withdrew_is_forgotten_sooner(section):
    held(section, 200)
    zoe, yan, xenia = (ask(section, name) for name in ("Zoe", "Yan", "Xenia"))
    withdraw_by_link(secret=entry_secret(zoe), actor=VISITOR)
    set_admission(section_id=section.pk, is_reviewed=True, actor=SYSTEM)
    walter = ask(section, "Walter")
    refuse_entry(entry_id=walter.pk, reason="Members only", actor=SYSTEM)
    for entry in (zoe, yan, xenia, walter):
        sent(entry, 60)
    assert forget() == 0  # the last word about the two is of today
    assert delete_contacts(after_event=90, after_refusal=0) == 2
    assert set(EntryContact.objects.values_list("entry__name", flat=True)) == {"Yan", "Xenia"}


def test_whose_refusal_is_forgotten_is_looked_at_when_coming_again(section):
    walter = ask(section, "Walter")
    Entry.objects.filter(pk=walter.pk).update(state="refused")
    EntryContact.objects.all().delete()
    assert ask(section, "Walter").state == "pending"


def test_a_job_does_it_with_the_periods_of_the_site(section, settings):
    sent(ask(section), 120)
    held(section, -40)
    assert TASK in RECURRING
    task_of(TASK).handler(job=None)
    assert EntryContact.objects.exists()
    settings.CONTACTS_KEPT_DAYS = 30
    task_of(TASK).handler(job=None)
    assert not EntryContact.objects.exists()


def test_the_form_tells_how_long_the_address_is_kept(section):
    assert "deleted 90 days after the event" in Client().get("/e/easter-open/enter/").content.decode()
