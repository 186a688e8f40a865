"""The end of an event: its checklist, tasks settled by hand, thanks to the players, the finished state."""

import io
import zipfile

import pytest
from club_evening import director, played_of, published_of, section_of
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import somebody
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.models import AuditEntry, Notice, NoticeOptOut, OutboxMessage, Person
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.core.errors import ChangedMeanwhile
from tournaments.events.errors import EventNotOver, HiddenEventStays, NobodyToThank, UnknownClosingTask
from tournaments.events.services.closing import finish_event, mark_closing_task, reset_closing_task
from tournaments.events.services.events import show_event
from tournaments.events.services.setup_lists import set_prizes
from tournaments.models import EntryContact, Event, EventState
from tournaments.prizes.services import award_prizes
from tournaments.rounds.services.rounds import close_round
from tournaments.site.closing import ItemState, closing_items
from tournaments.site.services.thanks import thank_players, thanks_mail, thanks_receivers

pytestmark = pytest.mark.django_db
SITE = "https://club.example"


@world
def ended():
    """A section of one round, played and closed."""
    section = section_of(4, rounds=1)
    close_round(round_id=played_of(section).pk, actor=SYSTEM)
    return section


@world
def desk():
    client = Client()
    client.force_login(director())
    return client


@world
def owner():
    return somebody("owner", name="olga")


@world
def runner():
    return somebody("director", name="dora")


def state_of(event):
    return Event.objects.get(pk=event.pk).state


def items_of(event):
    return {one.key: one for one in closing_items(Event.objects.get(pk=event.pk)).items}


def open_lines(event):
    return [
        line.text
        for one in items_of(event).values()
        if one.state == ItemState.OPEN and one.is_required
        for line in one.lines
    ]


def contact_of(section, name, email, language=""):
    return EntryContact.objects.create(
        entry=section.entries.get(name=name), email=email, language=language, consented_at=timezone.now()
    )


def test_an_event_in_play_says_what_is_missing():
    section = section_of(4, rounds=2)
    published_of(section)
    about = About(section.round_rows.get().pairings.first().pk, 1, None)
    open_case(event_id=section.event_id, about=about, incident="must_capture", actor=SYSTEM)
    name = section.name
    assert open_lines(section.event) == [
        f"{name}: 2 games have no result",
        "1 case waits for a ruling",
        f"{name}: round 1 is not closed",
    ]


def test_a_round_that_is_still_to_be_played_keeps_the_standings_open():
    section = section_of(4, rounds=2)
    close_round(round_id=played_of(section).pk, actor=SYSTEM)
    assert open_lines(section.event) == [f"{section.name}: 1 of 2 rounds are played"]
    (action,) = items_of(section.event)["standings"].actions
    assert action.address == reverse("tournaments:desk_settings", args=[section.pk])


def test_a_list_of_one_event_takes_few_queries(ended, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        found = closing_items(ended.event)
    assert found.missing == []


def test_prizes_are_done_once_awarded_and_handed_over(ended):
    assert items_of(ended.event)["prizes"].state == ItemState.NOT_APPLICABLE
    rows = [{"place": 1, "amount": 5000}]
    set_prizes(section_id=ended.pk, rows=rows, currency="EUR", sharing="equal", actor=SYSTEM)
    mark_closing_task(event_id=ended.event_id, task="prizes", actor=SYSTEM)
    assert items_of(ended.event)["prizes"].state == ItemState.OPEN
    award_prizes(section_id=ended.pk, actor=SYSTEM)
    assert items_of(ended.event)["prizes"].state == ItemState.DONE


def test_a_task_is_settled_reopened_and_undone(ended, runner):
    event = ended.event
    with pytest.raises(UnknownClosingTask):
        mark_closing_task(event_id=event.pk, task="dance", actor=runner)
    mark_closing_task(event_id=event.pk, task="files", is_needed=False, actor=runner)
    item = items_of(event)["files"]
    assert (item.state, item.mark.marked_by) == (ItemState.NOT_APPLICABLE, runner.label)
    mark_closing_task(event_id=event.pk, task="files", actor=runner)
    assert items_of(event)["files"].state == ItemState.DONE
    entry = AuditEntry.objects.filter(action="tournaments.closing.marked").latest("pk")
    undo_entry(entry_id=entry.pk, actor=runner)
    assert items_of(event)["files"].state == ItemState.OPEN
    mark_closing_task(event_id=event.pk, task="files", actor=runner)
    reset_closing_task(event_id=event.pk, task="files", actor=runner)
    entry = AuditEntry.objects.filter(action="tournaments.closing.reset").latest("pk")
    undo_entry(entry_id=entry.pk, actor=runner)
    assert items_of(event)["files"].state == ItemState.DONE


def test_a_finished_event_stays_finished_when_it_is_shown_and_comes_back_by_undo(ended, runner):
    event = ended.event
    finish_event(event_id=event.pk, actor=runner)
    assert state_of(event) == EventState.FINISHED
    show_event(event_id=event.pk, is_public=True, actor=runner)
    assert state_of(event) == EventState.FINISHED
    entry = AuditEntry.objects.filter(action="tournaments.event.finished").get()
    undo_entry(entry_id=entry.pk, actor=runner)
    assert state_of(event) == EventState.PUBLISHED
    entry = AuditEntry.objects.filter(action="tournaments.event.reopened").get()
    undo_entry(entry_id=entry.pk, actor=runner)
    assert state_of(event) == EventState.FINISHED
    show_event(event_id=event.pk, is_public=False, actor=runner)
    assert state_of(event) == EventState.DRAFT


def test_an_event_with_open_rounds_is_finished_only_with_a_reason(runner):
    section = section_of(4)
    published_of(section)
    with pytest.raises(EventNotOver) as refused:
        finish_event(event_id=section.event_id, actor=runner)
    assert refused.value.facts["rounds"] == 1
    finish_event(event_id=section.event_id, actor=runner, reason="The hall was closed")
    assert state_of(section.event) == EventState.FINISHED


def test_a_hidden_event_is_not_finished(ended, runner):
    show_event(event_id=ended.event_id, is_public=False, actor=runner)
    with pytest.raises(HiddenEventStays):
        finish_event(event_id=ended.event_id, actor=runner)
    with pytest.raises(NotAllowed):
        finish_event(event_id=ended.event_id, actor=somebody("player"))


# ---- thanks ----


def test_entrants_are_thanked_once_each_in_their_language(ended, runner):
    contact_of(ended, "Player 01", "one@players.example", "nl")
    contact_of(ended, "Player 02", "Two@players.example")
    contact_of(ended, "Player 03", "two@players.example")  # the same address
    sent = thank_players(
        event_id=ended.event_id, actor=runner, site=SITE, message="Until next year!\nThe organisers"
    )
    assert sent == 2
    mails = OutboxMessage.objects.filter(key__startswith="tournaments.thanks:").order_by("pk")
    assert [one.to for one in mails] == ["one@players.example", "Two@players.example"]
    assert mails[0].language == "nl"
    assert "Until next year!\nThe organisers" in mails[1].text
    assert f"{SITE}/e/{ended.event.slug}/" in mails[1].text
    assert items_of(ended.event)["thanks"].state == ItemState.DONE
    thank_players(event_id=ended.event_id, actor=runner, site=SITE)
    assert mails.count() == 2


def test_a_link_to_the_laptop_alone_is_left_out(ended):
    assert f"{SITE}/e/" in thanks_mail(ended.event, "en", site=SITE).text
    assert "http" not in thanks_mail(ended.event, "en", site="http://localhost:8000").text


def test_persons_of_the_club_get_a_notice_from_who_may_send_one(ended, owner, runner):
    club = ended.event.organisation
    people = [
        Person.objects.create(organisation=club, name=f"Person {n}", email=f"p{n}@club.example")
        for n in range(2)
    ]
    for entry, person in zip(ended.entries.order_by("pk"), people, strict=False):
        entry.person = person
        entry.save()
    NoticeOptOut.objects.create(person=people[1], organisation=club, kind="news")
    contact_of(ended, ended.entries.get(person=people[1]).name, "p1@club.example")
    assert thanks_receivers(ended.event, runner).total == 0
    with pytest.raises(NobodyToThank):
        thank_players(event_id=ended.event_id, actor=runner, site=SITE)
    found = thanks_receivers(ended.event, owner)
    assert (len(found.contacts), found.persons, found.left_out) == (0, 1, 1)
    with pytest.raises(ChangedMeanwhile):
        thank_players(event_id=ended.event_id, actor=owner, site=SITE, seen="other")
    assert not Notice.objects.exists()
    for _press in range(2):  # a double click sends once
        sent = thank_players(event_id=ended.event_id, actor=owner, site=SITE, seen=found.fingerprint)
        assert sent == 1
    assert thanks_receivers(ended.event, owner).fingerprint != found.fingerprint
    notice = Notice.objects.get()
    assert notice.groups == [f"event:{ended.event_id}"]
    assert notice.texts.count() == 4


# ---- pages and API ----


def test_the_page_settles_and_closes(desk, ended):
    address = reverse("tournaments:desk_close", args=[ended.event_id])
    text = desk.get(address).content.decode()
    assert "Close the event" in text
    for act, given in (("mark", {"task": "certificates"}), ("finish", {})):
        where = reverse("tournaments:desk_close_act", args=[ended.event_id, act])
        assert desk.post(where, given).url == address
    assert items_of(ended.event)["certificates"].state == ItemState.DONE
    assert "Reopen the event" in desk.get(address).content.decode()
    assert desk.post(reverse("tournaments:desk_close_act", args=[ended.event_id, "burn"])).status_code == 404


def test_the_page_asks_for_a_reason_while_something_is_open(desk):
    section = section_of(4)
    published_of(section)
    text = desk.get(reverse("tournaments:desk_close", args=[section.event_id])).content.decode()
    assert 'name="reason"' in text


def test_without_an_address_nobody_is_to_be_thanked(desk, ended):
    text = desk.get(reverse("tournaments:desk_thanks", args=[ended.event_id])).content.decode()
    assert "No player has given an email address." in text
    assert "0 players" not in text


def test_the_public_page_leads_to_awarded_prizes(desk, ended):
    public = reverse("tournaments:event", args=[ended.event.slug])
    prizes = f'href="{reverse("tournaments:prizes", args=[ended.event.slug, ended.slug])}"'
    set_prizes(
        section_id=ended.pk, rows=[{"place": 1, "thing": "Cup"}], currency="", sharing="equal", actor=SYSTEM
    )
    assert prizes not in desk.get(public).content.decode()
    award_prizes(section_id=ended.pk, actor=SYSTEM)
    assert prizes in desk.get(public).content.decode()


def test_the_archive_has_every_file_of_every_section(desk, ended):
    answer = desk.post(reverse("tournaments:desk_close_archive", args=[ended.event_id]))
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    assert len(names) == len(set(names)) == 12
    assert any(name.startswith(f"{ended.slug}/json-") for name in names)
    assert items_of(ended.event)["archive"].state == ItemState.DONE


def test_the_thanks_are_shown_before_they_are_sent(desk, ended):
    contact_of(ended, "Player 01", "one@players.example", "nl")
    address = reverse("tournaments:desk_thanks", args=[ended.event_id])
    text = desk.get(address, {"message": "See you"}).content.decode()
    assert "1 player gets an email." in text
    assert 'lang="nl"' in text
    assert "See you" in text
    assert not OutboxMessage.objects.exists()
    found = thanks_receivers(ended.event, SYSTEM)
    desk.post(address, {"message": "See you", "seen": found.fingerprint})
    assert OutboxMessage.objects.get().to == "one@players.example"


def test_the_api_lists_the_items_and_sets_them(desk, ended):
    def address(name):
        return reverse(f"tournaments-api:{name}", args=[ended.event_id])

    found = desk.get(address("event-closing")).json()
    assert [one["key"] for one in found["items"]][:3] == ["results", "rulings", "standings"]
    given = {"task": "files", "state": "done"}
    found = desk.put(address("event-closing-task"), given, content_type="application/json").json()
    assert {one["key"]: one["state"] for one in found["items"]}["files"] == "done"
    answer = desk.put(address("event-finished"), {"is_finished": True}, content_type="application/json")
    assert answer.json()["state"] == "finished"
    answer = desk.put(address("event-finished"), {"is_finished": False}, content_type="application/json")
    assert answer.json()["state"] == "published"


def test_the_archive_is_a_file_of_the_interface(desk, ended):
    answer = desk.post(f"/api/v1/events/{ended.event_id}/archive")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        assert any(one.endswith("-trf26.trf") for one in archive.namelist()), archive.namelist()
    assert items_of(ended.event)["archive"].state == ItemState.DONE


def test_the_interface_previews_and_sends_the_thanks(desk, ended):
    address = f"/api/v1/events/{ended.event_id}/thanks"
    assert desk.post(address, {}, content_type="application/json").json()["code"] == "nobody_to_thank"
    contact_of(ended, "Player 01", "one@players.example")
    preview = desk.get(address).json()
    assert (preview["mails"], preview["times_sent"]) == (1, 0)
    assert ended.event.name in preview["text"]
    given = {"message": "Well played.", "seen": preview["seen"]}
    for _again in range(2):
        assert desk.post(address, given, content_type="application/json").json() == {"mails": 1}
    mail = OutboxMessage.objects.get(key__startswith="tournaments.thanks:")
    assert "Well played." in mail.text
    assert items_of(ended.event)["thanks"].state == ItemState.DONE


def test_the_command_writes_the_archive_once(ended, tmp_path):
    path = tmp_path / "spring.zip"
    call_command("export_event", ended.event.slug, path, stdout=io.StringIO())
    assert zipfile.ZipFile(path).testzip() is None
    assert items_of(ended.event)["archive"].state == ItemState.DONE
    for words in ((ended.event.slug, path), ("nowhere", path), (ended.event.slug, tmp_path / "no" / "a.zip")):
        with pytest.raises(CommandError) as refusal:
            call_command("export_event", *words)
        assert refusal.value.returncode == 2
    call_command("export_event", ended.event.slug, path, "--force", stdout=io.StringIO())
