"""Entries that come or are decided at once, on PostgreSQL: nobody twice, nobody over the places."""

from collections import Counter

import pytest
from concurrency import at_once, channel_has_no_gap, on_postgresql
from django.core.cache import cache
from django.test import Client
from event_rows import section_of, somebody

from club.core.actor import SYSTEM, VISITOR
from club.models import AuditEntry, OutboxMessage
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.errors import EntryDecided, SectionFull
from tournaments.entries.selectors.admissions import place_in_waiting_list
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry, withdraw_by_link
from tournaments.entries.services.inbox import accept_entry, refuse_entry
from tournaments.events.services.events import add_section
from tournaments.models import Entry

pytestmark = on_postgresql


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def open_section(*, players=2, **changes):
    """A public event whose form is open for one more."""
    section = section_of(players=players)
    facts = {"is_open": True, "places": players + 1, "is_reviewed": False} | changes
    set_admission(section_id=section.pk, actor=SYSTEM, **facts)
    return section


def form(name, **more):
    """A browser that sends the form of the page, and where it is led."""
    sent = {"name": name, "email": f"{name.lower()}@home.example", "agrees": "on", "once": f"form of {name}"}

    def send():
        answer = Client().post("/e/easter-open/enter/", sent | more)
        return answer.status_code, answer.headers.get("Location", "")

    return send


def ask(section, name):
    given = EntryRequest(name=name, email=f"{name.lower()}@home.example", sent_once=name)
    return ask_entry(event_id=section.event_id, section_ids=[section.pk], given=given, actor=VISITOR)[0].entry


def made(action):
    return AuditEntry.objects.filter(action=action).count()


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_forms_for_the_last_place_one_is_in_and_the_other_waits(attempt):
    section = open_section()
    told = at_once(form("Zoe"), form("Yan"))
    both = list(section.entries.filter(name__in=["Zoe", "Yan"]))
    assert Counter(one.state for one in both) == {"confirmed": 1, "waiting": 1}
    assert sorted(told) == sorted((302, f"/entry/{entry_secret(one)}/") for one in both)
    (waiting,) = [one for one in both if one.state == "waiting"]
    assert place_in_waiting_list(waiting) == 1
    page = Client().get(f"/entry/{entry_secret(waiting)}/").content.decode()
    assert "waiting list" in page
    mails = {one.to: one.text for one in OutboxMessage.objects.all()}
    assert set(mails) == {"zoe@home.example", "yan@home.example"}
    assert "number 1 on the waiting list" in mails[f"{waiting.name.lower()}@home.example"]
    assert made("tournaments.entry.asked") == 2
    assert channel_has_no_gap(section)


def test_of_two_forms_for_the_last_place_one_is_refused_where_nobody_waits():
    section = open_section(has_waiting_list=False)
    told = at_once(lambda: ask(section, "Zoe"), lambda: ask(section, "Yan"))
    assert Counter(type(one) for one in told) == {Entry: 1, SectionFull: 1}
    assert section.entries.filter(state="confirmed").count() == 3
    assert OutboxMessage.objects.count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_a_form_sent_twice_by_a_double_click_is_one_entry(attempt):
    section = open_section()
    told = at_once(*[form("Zoe")] * 4)
    entry = section.entries.get(name="Zoe")
    assert told == [(302, f"/entry/{entry_secret(entry)}/")] * 4
    assert entry.state == "confirmed"
    assert (made("tournaments.entry.asked"), OutboxMessage.objects.count()) == (1, 1)
    assert channel_has_no_gap(section)


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_desks_that_accept_the_same_entry_one_is_told(attempt):
    section = open_section(is_reviewed=True)
    entry = ask(section, "Zoe")
    desks = [somebody("director", name=name) for name in ("dora", "dirk")]
    told = at_once(*[lambda desk=desk: accept_entry(entry_id=entry.pk, actor=desk) for desk in desks])
    assert Counter(type(one) for one in told) == {Entry: 1, EntryDecided: 1}
    assert made("tournaments.entry.accepted") == 1
    assert OutboxMessage.objects.filter(to="zoe@home.example").count() == 2  # it came, it is confirmed


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_desks_that_decide_otherwise_the_first_holds_and_the_second_is_told(attempt):
    section = open_section(is_reviewed=True)
    entry = ask(section, "Zoe")
    desk = somebody("director")
    told = at_once(
        lambda: accept_entry(entry_id=entry.pk, was="pending", actor=desk),
        lambda: refuse_entry(entry_id=entry.pk, was="pending", reason="Members only", actor=desk),
    )
    (refusal,) = [one for one in told if isinstance(one, EntryDecided)]
    there = Entry.objects.get(pk=entry.pk)
    assert refusal.facts == {"name": "Zoe", "state": there.get_state_display()}
    assert made("tournaments.entry.accepted") + made("tournaments.entry.refused") == 1
    assert OutboxMessage.objects.filter(to="zoe@home.example").count() == 2


def test_two_desks_with_one_place_let_one_in():
    section = open_section(is_reviewed=True)
    entries = [ask(section, name) for name in ("Zoe", "Yan")]
    told = at_once(*[lambda one=one: accept_entry(entry_id=one.pk, actor=SYSTEM) for one in entries])
    assert Counter(type(one) for one in told) == {Entry: 1, SectionFull: 1}
    assert section.entries.filter(state="confirmed").count() == 3


@pytest.mark.parametrize("attempt", range(3))
def test_who_withdraws_while_another_enters_leaves_the_place_to_whoever_waits_first(attempt):
    section = open_section(moves_up_alone=True)
    inside, first = ask(section, "Zoe"), ask(section, "Yan")
    assert (inside.state, first.state) == ("confirmed", "waiting")
    at_once(
        lambda: withdraw_by_link(secret=entry_secret(inside), actor=VISITOR),
        lambda: withdraw_by_link(secret=entry_secret(inside), actor=VISITOR),
        lambda: ask(section, "Xenia"),
    )
    states = {one.name: one.state for one in section.entries.filter(name__in=["Zoe", "Yan", "Xenia"])}
    assert states == {"Zoe": "withdrawn", "Yan": "confirmed", "Xenia": "waiting"}
    assert made("tournaments.entry.withdrawn_by_player") == 1
    assert made("tournaments.entry.moved_up") == 1


def test_whoever_enters_two_sections_waits_for_neither_of_those_at_work_in_them():
    """Sections are locked before the trail is: no two of them wait for each other."""
    first = open_section(players=0, places=None)
    second = add_section(event_id=first.event_id, name="Blitz", preset="blitz", actor=SYSTEM)
    set_admission(section_id=second.pk, is_open=True, is_reviewed=False, actor=SYSTEM)
    both = [str(first.pk), str(second.pk)]

    def enter(person):
        """Five forms one after the other: half the people enter both sections, half the second one."""
        sections = both if person % 2 else both[1:]
        sends = [form(f"P{person}x{number}", sections=sections) for number in range(3)]
        return lambda: [send()[0] for send in sends]

    told = at_once(*[enter(person) for person in range(6)])
    assert told == [[302] * 3] * 6
    assert (first.entries.count(), second.entries.count()) == (9, 18)
