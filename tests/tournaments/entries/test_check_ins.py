"""The check-in: by the desk, by helpers' phones, by the players; and what becomes of who is not here."""

import re
from datetime import timedelta

import pytest
from club_evening import section_of
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from event_rows import board_of, entry_named, latest, published_round
from worlds import world

from club.accounts.services.passes import make_pass
from club.audit.services import undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import NotAllowed
from club.models import PassLevel
from tournaments.entries.entry_links import entry_secret, section_secret
from tournaments.entries.errors import (
    CheckInClosed,
    EverybodyIsHere,
    NothingChanges,
    NotYours,
    RoundOver,
    UnknownEntryLink,
)
from tournaments.entries.selectors.check_ins import arrivals, listed_name
from tournaments.entries.selectors.late_arrivals import late_arrivals
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import (
    AbsenceAction,
    arrive_by_link,
    arrive_by_poster,
    check_in,
    check_in_all,
    settle_absent,
    undo_check_in_all,
)
from tournaments.entries.services.entries import ask_bye, withdraw_entry
from tournaments.events.systems import has_nights
from tournaments.models import Absence, Attendance, Entry
from tournaments.nights.services.nights import begin_night
from tournaments.rounds.selectors.publication import publication_of
from tournaments.rounds.services.rounds import propose_round, publish_round


@world
def poster(section):
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    return {"section_id": section.pk, "secret": section_secret(section), "actor": VISITOR}


def missing(section):
    return [entry.name for entry in arrivals(section).missing]


def test_a_helpers_phone_checks_in_and_a_player_does_not(section, player):
    anna = entry_named(section, "Abbott")
    until = timezone.now() + timedelta(hours=1)
    scope = Scope(section.event.organisation_id, section.event_id, section.pk)
    held = make_pass(label="Door", level=PassLevel.HELPER, scope=scope, expires_at=until, actor=SYSTEM)
    phone = Actor(label="Door", helper_pass=held.row)
    check_in(entry_id=anna.pk, has_arrived=True, actor=phone)
    assert arrivals(section).here == 1
    with pytest.raises(NotAllowed):
        check_in(entry_id=anna.pk, has_arrived=False, actor=player)
    with pytest.raises(NotAllowed):
        settle_absent(
            section_id=section.pk, entry_ids=[anna.pk], round_number=1, act=AbsenceAction.ZERO, actor=phone
        )


def test_a_player_taps_the_own_name_and_the_desk_takes_it_back(section, poster):
    anna = entry_named(section, "Abbott")
    arrive_by_poster(entry_id=anna.pk, **poster)
    arrive_by_poster(entry_id=anna.pk, **poster)  # a second tap changes nothing
    anna.refresh_from_db()
    assert anna.checked_in_by_player
    assert latest("tournaments.entry.arrived").after == {"has_arrived": True}
    check_in(entry_id=anna.pk, has_arrived=False, actor=SYSTEM)
    anna.refresh_from_db()
    assert (anna.checked_in_at, anna.checked_in_by_player) == (None, False)


def test_by_the_own_link_as_well(section, poster):
    anna = entry_named(section, "Abbott")
    arrive_by_link(secret=entry_secret(anna), actor=VISITOR)
    assert Entry.objects.get(pk=anna.pk).checked_in_by_player
    with pytest.raises(UnknownEntryLink):
        arrive_by_link(secret="1-x", actor=VISITOR)


def test_a_closed_check_in_a_wrong_code_and_a_stranger_are_refused(section, poster):
    anna = entry_named(section, "Abbott")
    with pytest.raises(CheckInClosed):
        arrive_by_poster(entry_id=anna.pk, **poster | {"secret": "guessed"})
    with pytest.raises(NotYours):
        arrive_by_poster(entry_id=anna.pk + 1000, **poster)
    withdraw_entry(entry_id=anna.pk, actor=SYSTEM)
    with pytest.raises(NotYours):
        arrive_by_poster(entry_id=anna.pk, **poster)
    set_admission(section_id=section.pk, check_in_is_open=False, actor=SYSTEM)
    with pytest.raises(CheckInClosed):
        arrive_by_poster(entry_id=entry_named(section, "Barker").pk, **poster)


def test_who_asked_for_a_bye_is_not_missed(section):
    assert len(missing(section)) == 6
    ask_bye(entry_id=entry_named(section, "Abbott").pk, round_number=1, kind="half", actor=SYSTEM)
    check_in(entry_id=entry_named(section, "Barker").pk, has_arrived=True, actor=SYSTEM)
    assert missing(section) == ["Anderson", "Cowie", "Drummond", "Fraser"]


@pytest.mark.parametrize("act", list(AbsenceAction))
def test_everybody_not_here_is_settled_at_once_and_back(section, act):
    for name in ("Abbott", "Barker", "Cowie"):
        check_in(entry_id=entry_named(section, name).pk, has_arrived=True, actor=SYSTEM)
    named = list(section.entries.values_list("pk", flat=True))  # those who came meanwhile among them
    facts = {"section_id": section.pk, "round_number": 1, "actor": SYSTEM}
    done = settle_absent(entry_ids=named, act=act, **facts)
    assert [entry.name for entry in done] == ["Anderson", "Drummond", "Fraser"]
    assert missing(section) == []
    withdrawn = section.entries.filter(state="withdrawn").count()
    byes = Absence.objects.filter(entry__section=section, round_number=1, kind=act.value).count()
    assert (withdrawn, byes) == ((3, 0) if act is AbsenceAction.WITHDRAW else (0, 3))
    told = latest("tournaments.absent.settled")
    assert told.after["names"] == ["Anderson", "Drummond", "Fraser"]
    with pytest.raises(NothingChanges):
        settle_absent(entry_ids=[entry_named(section, "Abbott").pk], act=act, **facts)
    undo_entry(entry_id=told.pk, actor=SYSTEM)
    assert missing(section) == ["Anderson", "Drummond", "Fraser"]


def test_a_published_round_is_not_missed_any_more(section):
    published_round(section)
    with pytest.raises(RoundOver):
        settle_absent(
            section_id=section.pk,
            entry_ids=[entry_named(section, "Abbott").pk],
            round_number=1,
            act=AbsenceAction.ZERO,
            actor=SYSTEM,
        )


def test_a_tap_after_the_publication_leads_to_the_seat_of_the_late_player(section, director, client):
    abbott = entry_named(section, "Abbott")
    ask_bye(entry_id=abbott.pk, round_number=1, kind="zero", actor=SYSTEM)
    row = published_round(section)
    client.force_login(director.user)
    tapped = reverse("tournaments:desk_tap", args=[abbott.pk])
    answer = client.post(tapped, {"here": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert f'href="{reverse("tournaments:desk_round", args=[row.pk])}#late"' in answer
    answer = client.post(tapped, {"here": "0"}, headers={"HX-Request": "true"}).content.decode()
    assert "#late" not in answer


def test_a_player_who_is_here_and_still_absent_in_the_round_is_marked(section, director, client):
    abbott = entry_named(section, "Abbott")
    ask_bye(entry_id=abbott.pk, round_number=1, kind="zero", actor=SYSTEM)
    client.force_login(director.user)
    tapped = reverse("tournaments:desk_tap", args=[abbott.pk])
    answer = client.post(tapped, {"here": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert answer.count('badge--doubt">absent in round 1') == 1
    published_round(section)
    assert arrivals(section).away == frozenset()


def here(section):
    return {entry.name for entry in arrivals(section).entries if entry.checked_in_at}


def test_everybody_is_here_but_those_away_on_request_and_one_undo_takes_it_back(section, player):
    ask_bye(entry_id=entry_named(section, "Abbott").pk, round_number=1, kind="half", actor=SYSTEM)
    check_in(entry_id=entry_named(section, "Barker").pk, has_arrived=True, actor=SYSTEM)
    with pytest.raises(NotAllowed):
        check_in_all(section_id=section.pk, actor=player)
    check_in_all(section_id=section.pk, actor=SYSTEM)
    assert here(section) == {"Barker", "Cowie", "Drummond", "Anderson", "Fraser"}
    told = latest("tournaments.entries.checked_in")
    assert told.after["names"] == ["Anderson", "Cowie", "Drummond", "Fraser"]
    with pytest.raises(EverybodyIsHere):
        check_in_all(section_id=section.pk, actor=SYSTEM)
    for name, has_arrived in (("Cowie", False), ("Drummond", False), ("Drummond", True)):
        check_in(entry_id=entry_named(section, name).pk, has_arrived=has_arrived, actor=SYSTEM)
    undo_entry(entry_id=told.pk, actor=SYSTEM)
    assert here(section) == {"Barker", "Drummond"}  # those checked in by hand stay


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["blitz", "club_night"])
def test_everybody_is_checked_in_and_back_in_as_many_queries_for_5_as_for_50(preset):
    asked = []
    for players in (4, 5, 50):  # the first asks for what a process keeps
        section = section_of(players, preset=preset)
        night = begin_night(section_id=section.pk, actor=SYSTEM) if has_nights(section) else None
        with CaptureQueriesContext(connection) as coming:
            check_in_all(section_id=section.pk, actor=SYSTEM)
        assert (arrivals(section).here, Attendance.objects.filter(night=night).count()) == (
            players,
            players if night else 0,
        )
        with CaptureQueriesContext(connection) as going:
            undo_check_in_all(section_id=section.pk, at=section.entries.first().checked_in_at, actor=SYSTEM)
        assert (arrivals(section).here, Attendance.objects.count()) == (0, 0)
        asked.append((len(coming), len(going)))
    assert asked[1] == asked[2]


def test_one_press_on_the_page_checks_everybody_in_and_another_takes_it_back(section, director, client):
    client.force_login(director.user)
    address = f"/desk/sections/{section.pk}/check-in/"
    page = client.post(f"{address}all/", follow=True).content.decode()
    assert "6 players checked in. Now tap those who are missing." in page
    at = re.search(r'name="back" value="([^"]+)"', page).group(1)
    assert (
        "6 check-ins taken back." in client.post(f"{address}all/", {"back": at}, follow=True).content.decode()
    )
    for wrong in (at, "yesterday", "2026-13-45T99:99", "0001-01-01T00:00+12:00"):
        assert (
            "These check-ins are already taken back."
            in client.post(f"{address}all/", {"back": wrong}, follow=True).content.decode()
        )
    assert here(section) == set()


def test_everybody_is_not_taken_back_once_a_round_was_paired(section):
    check_in_all(section_id=section.pk, actor=SYSTEM)
    assert arrivals(section).all_at is not None
    published_round(section)
    assert arrivals(section).all_at is None


def test_a_device_checks_in_whom_it_showed_as_missing_once(section, director, client):
    client.force_login(director.user)
    address = f"/desk/sections/{section.pk}/check-in/all/"
    abbott = entry_named(section, "Abbott").pk
    seen, headers = {"seen": f"{abbott},x"}, {"accept": "application/json", "idempotency-key": "b" * 36}
    assert client.post(address, seen, headers=headers).json() == {"refusal": ""}
    assert here(section) == {"Abbott"}
    check_in(entry_id=abbott, has_arrived=False, actor=SYSTEM)
    client.post(address, seen, headers=headers)  # a late copy
    assert here(section) == set()
    check_in(entry_id=abbott, has_arrived=True, actor=SYSTEM)
    answer = client.post(address, seen, headers=headers | {"idempotency-key": "c" * 36, "x-board": "1"})
    assert (answer.status_code, "check-in" in answer.json()["board"]) == (200, True)  # nothing is left to do
    answer = client.post(address, {"back": "2026-01-01T00:00:00Z"}, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (409, "check_ins_taken_back")
    assert here(section) == {"Abbott"}


def test_the_api_checks_everybody_in(section, director, client):
    client.force_login(director.user)
    address = f"/api/v1/sections/{section.pk}/check-in/all"
    assert client.post(address).json()["missing"] == []
    assert client.post(address).json()["code"] == "everybody_is_here"


@pytest.mark.parametrize(
    ("name", "given", "family"),
    [
        ("Piet de Vries", "Piet de ", "Vries"),
        ("Jan van der Meer", "Jan van der ", "Meer"),
        ("Bakker, Anna", "", "Bakker, Anna"),
        ("Ronaldinho", "", "Ronaldinho"),
        ("Élodie D'Été", "Élodie ", "D'Été"),
    ],
)
def test_a_name_is_listed_by_the_family(section, name, given, family):
    entry = Entry(section=section, name=name)
    assert listed_name(entry)[:2] == (given, family)


def test_players_stand_in_the_order_of_their_families(section):
    for old, name in (("Abbott", "Zeger van Aal"), ("Barker", "Ann Zwart"), ("Cowie", "Óscar Élan")):
        entry = entry_named(section, old)
        entry.name = name
        entry.save()
    names = [entry.name for entry in arrivals(section).entries]
    assert names == ["Zeger van Aal", "Anderson", "Drummond", "Óscar Élan", "Fraser", "Ann Zwart"]
    assert [entry.name for entry in arrivals(section, "elan").entries] == ["Óscar Élan"]


# -- absent, and here after all ------------------------------------------------------------------------


def settled(section, name, act=AbsenceAction.ZERO):
    entry = entry_named(section, name)
    settle_absent(section_id=section.pk, entry_ids=[entry.pk], round_number=1, act=act, actor=SYSTEM)
    return entry


@pytest.mark.parametrize("act", [AbsenceAction.ZERO, AbsenceAction.HALF])
def test_a_check_in_ends_the_absence_that_the_check_in_has_settled_and_back(section, director, act):
    entry = settled(section, "Abbott", act)
    check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    assert not entry.absences.exists()
    told = latest("tournaments.absence.lifted")
    assert told.before == {"round": 1, "kind": act.value}
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    assert board_of(draft, "Abbott").black_id
    undo_entry(entry_id=told.pk, actor=director)
    entry.refresh_from_db()
    assert (entry.checked_in_at, entry.absences.get().kind) == (None, act.value)


def test_so_does_a_player_with_the_poster(section, poster):
    entry = settled(section, "Abbott")
    arrive_by_poster(entry_id=entry.pk, **poster)
    assert not entry.absences.exists()


def test_a_bye_on_request_stays_and_the_desk_offers_to_cancel_it(section, director, client):
    entry = settled(section, "Abbott")
    ask_bye(entry_id=entry.pk, round_number=1, kind="half", actor=SYSTEM)
    check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    assert entry.absences.get().kind == "half"
    client.force_login(director.user)
    page = reverse("tournaments:desk_check_in", args=[section.pk])
    assert "has asked for a bye in round 1" in client.get(page).content.decode()
    cancel = reverse("tournaments:desk_entry_act", args=[entry.pk, "no-bye"])
    assert client.post(cancel, {"round": "1", "back": "check-in"}).url == page
    assert not entry.absences.exists()
    assert "has asked for a bye" not in client.get(page).content.decode()


def test_a_draft_names_those_here_and_absent_and_seats_who_came_since(section, director, client):
    late, asked = settled(section, "Abbott"), entry_named(section, "Barker")
    ask_bye(entry_id=asked.pk, round_number=1, kind="zero", actor=SYSTEM)
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    assert publication_of(draft).here_but_absent == ()
    for entry in (late, asked):
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    assert {one.name for one in publication_of(draft).here_but_absent} == {"Abbott", "Barker"}
    assert [one.name for one in late_arrivals(draft).open] == ["Abbott"]
    client.force_login(director.user)
    page = client.get(reverse("tournaments:desk_round", args=[draft.pk])).content.decode()
    assert "Checked in, but absent in this draft: " in page
    told = client.get(reverse("tournaments-api:round-publication", args=[draft.pk])).json()
    assert len(told["here_but_absent"]) == 2
    row = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM, reason="In a hurry.")
    assert [one.name for one in late_arrivals(row).open] == ["Abbott"]
