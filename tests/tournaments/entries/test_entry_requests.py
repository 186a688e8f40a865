"""Entries by the public: open and closed, full and waiting, sent twice, looked at, refused, withdrawn."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from event_rows import latest, played_round, published_round, section_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.core.errors import NotAllowed
from club.models import OutboxMessage, Person
from tournaments.entries.entry_links import entry_of, entry_secret
from tournaments.entries.errors import (
    AskTheDesk,
    BirthYearNeeded,
    ClassNeeded,
    ClassUnfit,
    EntriesClosed,
    EntryDecided,
    NoSectionChosen,
    ReasonForRefusalNeeded,
    SectionFull,
    TableIsSet,
    UnknownEntryLink,
)
from tournaments.entries.selectors.admissions import open_sections, place_in_waiting_list
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entries import withdraw_entry
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry, withdraw_by_link
from tournaments.entries.services.inbox import (
    accept_all,
    accept_entry,
    put_on_waiting_list,
    refuse_entry,
    reopen_entry,
)
from tournaments.events.selectors.sections import entries_of, public_entries
from tournaments.events.services.events import add_section, show_event
from tournaments.events.services.setup_lists import set_classes
from tournaments.models import Entry

ZOE = EntryRequest(name="Zoe  Zeta", email="Zoe@Home.Example", rating=1500, sent_once="a", site="http://x")


@world
def section():
    """A public event with two players, its form open, four places, nobody looked at first."""
    section = section_of(players=2)
    set_admission(section_id=section.pk, is_open=True, places=4, is_reviewed=False, actor=SYSTEM)
    return section


def ask(section, given=ZOE, **more):
    given = replace(given, **more)
    facts = {"event_id": section.event_id, "section_ids": [section.pk]}
    return ask_entry(**facts, given=given, actor=VISITOR)[0]


def somebody(n):
    return {"name": f"Guest {n}", "email": f"guest{n}@home.example", "sent_once": f"form {n}"}


def asked(section, count, first=0):
    return [ask(section, **somebody(n)).entry for n in range(first, first + count)]


def mails():
    return [(one.to, one.text) for one in OutboxMessage.objects.order_by("pk")]


def states(section):
    return list(section.entries.order_by("pk").values_list("state", flat=True))


def test_who_finds_a_place_is_in_at_once_and_is_told(section):
    made = ask(section)
    entry = Entry.objects.get(pk=made.entry.pk)
    assert (made.is_new, entry.name, entry.state, entry.rating) == (True, "Zoe Zeta", "confirmed", 1500)
    ((to, text),) = mails()
    assert to == "zoe@home.example"
    assert f"http://x/entry/{entry_secret(entry)}/" in text
    assert entry_of(entry_secret(entry)) == entry


def test_the_same_form_sent_twice_is_one_entry_and_one_mail(section):
    first, again = ask(section), ask(section)
    assert (again.entry, again.is_new, again.is_own) == (first.entry, False, True)
    assert len(mails()) == 1
    later = ask(section, sent_once="b")
    assert (later.entry, later.is_new, later.is_own) == (first.entry, False, False)
    assert len(mails()) == 2  # the link once more, to the address alone
    assert section.entries.count() == 3


def test_a_brother_with_the_same_address_is_somebody_else(section):
    assert ask(section).entry != ask(section, name="Yan Zeta").entry


def test_who_comes_when_it_is_full_waits_in_order_and_moves_up(section):
    entries = asked(section, 4)
    assert [one.state for one in entries] == ["confirmed", "confirmed", "waiting", "waiting"]
    assert [place_in_waiting_list(one) for one in entries[2:]] == [1, 2]
    assert "number 2 on the waiting list" in mails()[3][1]
    withdraw_by_link(secret=entry_secret(entries[0]), actor=VISITOR)
    assert states(section)[2:] == ["withdrawn", "confirmed", "waiting", "waiting"]  # a proposal only
    set_admission(section_id=section.pk, moves_up_alone=True, actor=SYSTEM)
    assert states(section)[2:] == ["withdrawn", "confirmed", "confirmed", "waiting"]
    withdraw_entry(entry_id=entries[1].pk, actor=SYSTEM)
    assert states(section)[2:] == ["withdrawn", "withdrawn", "confirmed", "confirmed"]
    assert "moved up from the waiting list" in mails()[-1][1]
    assert latest("tournaments.entry.moved_up").after["state"] == "confirmed"


def test_whoever_moved_up_by_mistake_waits_at_the_same_place_again(section):
    """The undo had sent them to the inbox, behind everybody who waits."""
    entries = asked(section, 5)
    withdraw_by_link(secret=entry_secret(entries[0]), actor=VISITOR)
    set_admission(section_id=section.pk, moves_up_alone=True, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.entry.moved_up").pk, actor=SYSTEM)
    again = [Entry.objects.get(pk=one.pk) for one in entries]
    assert [one.state for one in again] == ["withdrawn", "confirmed", "waiting", "waiting", "waiting"]
    assert [place_in_waiting_list(one) for one in again[2:]] == [1, 2, 3]
    assert again[2].waits_since == entries[2].waits_since
    assert "on the waiting list" in mails()[-1][1]


def test_undo_and_redo_of_settings_that_fill_places_leave_the_list_as_it_was(section):
    entries = asked(section, 4)
    withdraw_by_link(secret=entry_secret(entries[0]), actor=VISITOR)
    set_admission(section_id=section.pk, moves_up_alone=True, actor=SYSTEM)
    for action in ("tournaments.entry.moved_up", "tournaments.admission.set"):
        undo_entry(entry_id=latest(action).pk, actor=SYSTEM)
    assert states(section)[2:] == ["withdrawn", "confirmed", "waiting", "waiting"]


def test_who_comes_later_does_not_overtake_the_waiting_list(section):
    entries = asked(section, 3)
    withdraw_by_link(secret=entry_secret(entries[0]), actor=VISITOR)
    assert asked(section, 1, first=9)[0].state == "waiting"


def test_without_a_waiting_list_full_is_full(section):
    set_admission(section_id=section.pk, places=2, has_waiting_list=False, actor=SYSTEM)
    with pytest.raises(SectionFull):
        ask(section)
    set_admission(section_id=section.pk, places=3, actor=SYSTEM)
    assert ask(section).entry.state == "confirmed"


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"is_open": False}, id="closed"),
        pytest.param({"closes_at": timezone.now() - timedelta(minutes=1)}, id="over"),
    ],
)
def test_a_closed_form_takes_nobody(section, changes):
    set_admission(section_id=section.pk, actor=SYSTEM, **changes)
    assert open_sections(section.event) == []
    with pytest.raises(EntriesClosed):
        ask(section)


def test_a_hidden_event_and_a_section_of_another_take_nobody(section):
    other = section_of(players=0)
    with pytest.raises(EntriesClosed):
        ask_entry(event_id=other.event_id, section_ids=[section.pk], given=ZOE, actor=VISITOR)
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    with pytest.raises(EntriesClosed):
        ask(section)
    with pytest.raises(NoSectionChosen):
        ask_entry(event_id=section.event_id, section_ids=[], given=ZOE, actor=VISITOR)


def test_several_sections_are_entered_all_or_none(section):
    second = add_section(event_id=section.event_id, name="Blitz", preset="blitz", actor=SYSTEM)
    facts = {"event_id": section.event_id, "section_ids": [section.pk, second.pk]}
    with pytest.raises(EntriesClosed):
        ask_entry(**facts, given=ZOE, actor=VISITOR)
    assert section.entries.count() == 2
    set_admission(section_id=second.pk, is_open=True, actor=SYSTEM)
    made = ask_entry(**facts, given=ZOE, actor=VISITOR)
    assert [one.entry.state for one in made] == ["confirmed", "pending"]


CLASSES = [{"name": "B", "highest_rating": 1600}, {"name": "Youth", "born_from": 2008}]


@pytest.mark.parametrize(
    ("wanted", "more", "refusal"),
    [
        pytest.param("", {}, ClassNeeded, id="none"),
        pytest.param("C", {}, ClassNeeded, id="unknown"),
        pytest.param("B", {"rating": 1700}, ClassUnfit, id="too strong"),
        pytest.param("Youth", {}, BirthYearNeeded, id="no year"),
        pytest.param("Youth", {"birth_year": 1990}, ClassUnfit, id="too old"),
    ],
)
def test_a_class_is_chosen_that_fits(section, wanted, more, refusal):
    set_classes(section_id=section.pk, rows=CLASSES, actor=SYSTEM)
    with pytest.raises(refusal):
        ask(section, categories={section.pk: wanted}, **more)
    fits = ask(section, categories={section.pk: "Youth"}, birth_year=2010).entry
    assert (fits.category, fits.birth_year) == ("Youth", 2010)


def test_the_inbox_decides(section, director):
    set_admission(section_id=section.pk, is_reviewed=True, actor=SYSTEM)
    one, two, three = asked(section, 3)
    assert {one.state, two.state, three.state} == {"pending"}
    accept_entry(entry_id=one.pk, actor=director)
    put_on_waiting_list(entry_id=two.pk, actor=director)
    with pytest.raises(ReasonForRefusalNeeded):
        refuse_entry(entry_id=three.pk, reason=" ", actor=director)
    refuse_entry(entry_id=three.pk, reason="Members only", actor=director)
    assert states(section)[2:] == ["confirmed", "waiting", "refused"]
    assert [text.split("\n")[2] for _to, text in mails()[3:]] == [
        "Your entry is confirmed.",
        (
            "All places are taken. You are number 1 on the waiting list. You will get an email when a "
            "place is free."
        ),
        "Your entry was not accepted: Members only",
    ]
    with pytest.raises(EntryDecided):
        refuse_entry(entry_id=one.pk, reason="late", actor=director)
    reopen_entry(entry_id=three.pk, actor=director)
    assert three.pk in [entry.pk for entry in section.entries.filter(state="pending")]


def test_all_are_accepted_first_come_first(section, director):
    set_admission(section_id=section.pk, is_reviewed=True, actor=SYSTEM)
    asked(section, 3)
    assert accept_all(section_id=section.pk, actor=director) == (2, 1)
    assert states(section)[2:] == ["confirmed", "confirmed", "waiting"]
    assert latest("tournaments.entries.accepted").after["names"] == ["Guest 0", "Guest 1"]


def test_beyond_the_places_nobody_is_accepted_by_mistake(section, director):
    set_admission(section_id=section.pk, is_reviewed=True, places=2, actor=SYSTEM)
    (one,) = asked(section, 1)
    with pytest.raises(SectionFull):
        accept_entry(entry_id=one.pk, actor=director)


def test_a_name_that_is_there_already_is_looked_at(section):
    assert ask(section, name="Abbott", email="other@home.example").entry.state == "pending"


def test_entries_not_decided_are_nobodys_but_the_desks(section):
    set_admission(section_id=section.pk, is_reviewed=True, actor=SYSTEM)
    asked(section, 2)
    assert entries_of(section).count() == 2
    played_round(section)
    assert section.entries.filter(number__isnull=False).count() == 2


def test_who_left_before_the_first_round_is_not_told_of(section):
    entry = ask(section).entry
    withdraw_by_link(secret=entry_secret(entry), actor=VISITOR)
    assert entry.name not in [one.name for one in public_entries(section)]
    assert ask(section).entry == entry  # comes back as the same entry
    assert Entry.objects.get(pk=entry.pk).state == "confirmed"


def test_who_was_refused_is_looked_at_again(section, director):
    entry = ask(section, name="Abbott", email="a@home.example").entry
    refuse_entry(entry_id=entry.pk, reason="twice", actor=director)
    again = ask(section, name="Abbott", email="a@home.example", sent_once="new").entry
    assert (again.pk, again.state) == (entry.pk, "pending")


def test_a_late_entry_plays_from_the_next_round(section):
    published_round(section)
    entry = Entry.objects.get(pk=ask(section).entry.pk)
    assert (entry.first_round, entry.number) == (2, 3)


def test_who_has_played_and_left_comes_back_by_the_desk_alone(section):
    entry = ask(section).entry
    published_round(section)
    withdraw_by_link(secret=entry_secret(entry), actor=VISITOR)
    assert Entry.objects.get(pk=entry.pk).last_round == 1
    with pytest.raises(AskTheDesk):
        ask(section)


def test_a_table_that_is_set_takes_nobody(db):
    section = section_of(preset="round_robin", players=4)
    set_admission(section_id=section.pk, is_open=True, is_reviewed=False, actor=SYSTEM)
    published_round(section)
    with pytest.raises(TableIsSet):
        ask(section)


def test_the_person_is_linked_who_is_signed_in_or_accepted(section, director):
    club = section.event.organisation
    zoe = Person.objects.create(name="Zoe Zeta", organisation=club)
    yan = Person.objects.create(name="Yan", organisation=club)
    assert ask(section, person_id=zoe.pk).entry.person_id == zoe.pk
    set_admission(section_id=section.pk, is_reviewed=True, actor=SYSTEM)
    entry = ask(section, name="Yan", email="y@home.example").entry
    assert entry.person_id is None
    assert accept_entry(entry_id=entry.pk, actor=director).person_id == yan.pk


def test_a_guessed_link_opens_nothing(section):
    entry = ask(section).entry
    for secret in (f"{entry.pk}-", f"{entry.pk}-AAAAAAAAAAAAAAAAAAAAAAAA", "-", "x", "9" * 30 + "-a"):
        assert entry_of(secret) is None
        with pytest.raises(UnknownEntryLink):
            withdraw_by_link(secret=secret, actor=VISITOR)


def test_what_was_decided_is_undone(section, director):
    entry = ask(section, name="Abbott", email="a@home.example").entry
    refuse_entry(entry_id=entry.pk, reason="twice", actor=director)
    undo_entry(entry_id=latest("tournaments.entry.refused").pk, actor=SYSTEM)
    assert Entry.objects.get(pk=entry.pk).state == "pending"
    withdraw_by_link(secret=entry_secret(entry), actor=VISITOR)
    undo_entry(entry_id=latest("tournaments.entry.withdrawn_by_player").pk, actor=SYSTEM)
    assert Entry.objects.get(pk=entry.pk).state == "pending"
    set_admission(section_id=section.pk, is_open=False, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.admission.set").pk, actor=SYSTEM)
    assert open_sections(section.event) == [section]


def test_a_player_decides_nothing(section, player):
    entry = ask(section).entry
    for act in (accept_entry, put_on_waiting_list, reopen_entry):
        with pytest.raises(NotAllowed):
            act(entry_id=entry.pk, actor=player)
    with pytest.raises(NotAllowed):
        set_admission(section_id=section.pk, places=99, actor=player)
