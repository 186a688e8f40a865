"""Every page of an event answers, with a hostile name in it, and keeps what all pages promise."""

import pytest
from club_evening import director, section_of
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from page_promises import HOSTILE, check_promises
from worlds import world

from club.core.actor import SYSTEM, VISITOR
from club.models import User
from club.organisations.services.organisations import ensure_organisation
from tournaments.entries.entry_links import section_secret
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entries import add_entries
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry
from tournaments.events.services.events import change_event, create_event, show_event
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.models import AbsenceKind, Outcome, ScreenContent, Section
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.screens.services.screen_families import make_family, set_alert
from tournaments.screens.services.screens import make_screen, open_screen
from tournaments.site.services.demo import load_demo_event

pytestmark = pytest.mark.django_db


@world
def section():
    """The demo's section with a hostile late entry and a fourth round as a draft."""
    section = load_demo_event(actor=SYSTEM).sections.get()
    add_entries(section_id=section.pk, lines=[EntryLine(HOSTILE, 1500, HOSTILE)], actor=SYSTEM)
    propose_round(section_id=section.pk, actor=SYSTEM)
    set_admission(section_id=section.pk, is_open=True, check_in_is_open=True, actor=SYSTEM)
    for n in range(2):  # the second is looked at, as the first has the name
        given = EntryRequest(name=HOSTILE, email=f"hostile{n}@x.example", message=HOSTILE, club_name=HOSTILE)
        ask_entry(event_id=section.event_id, section_ids=[section.pk], given=given, actor=SYSTEM)
    facts = {"section_id": section.pk, "actor": SYSTEM}
    set_classes(rows=[{"name": HOSTILE[:60], "words": HOSTILE}], **facts)
    set_fees(rows=[{"label": HOSTILE, "amount": 100, "currency": "EUR"}], **facts)
    set_schedule(rows=[{"number": 4, "starts_at": timezone.now()}], **facts)
    set_prizes(rows=[{"thing": HOSTILE, "amount": 100}], currency="EUR", **facts)
    officials = [{"role": "arbiter", "name": HOSTILE}]
    set_officials(event_id=section.event_id, rows=officials, actor=SYSTEM)
    section.refresh_from_db()
    told = {"address": HOSTILE, "directions": HOSTILE, "contact_name": HOSTILE, "fee_note": HOSTILE}
    event = section.event
    event.refresh_from_db()
    change_event(event_id=event.pk, version=event.version, actor=SYSTEM, **told)
    return Section.objects.select_related("event").get(pk=section.pk)


@world
def desk(section):
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    return client


def public_pages(section):
    names = [section.event.slug, section.slug]
    pages = [reverse(f"tournaments:{name}", args=names) for name in ("players", "standings", "crosstable")]
    pages.append(reverse("tournaments:pairings", args=[*names, 3]))
    pages += [reverse(f"tournaments:{name}", args=names[:1]) for name in ("event", "enter")]
    return [*pages, reverse("tournaments:here", args=[*names, section_secret(section)])]


def desk_pages(section):
    names = ("desk_settings", "desk_entries", "desk_standings", "desk_inbox", "desk_check_in", "desk_poster")
    pages = [reverse(f"tournaments:{name}", args=[section.pk]) for name in names]
    pages += [reverse("tournaments:desk_round", args=[row.pk]) for row in section.round_rows.all()]
    pages += [
        reverse("tournaments:desk_setup", args=[section.pk, what])
        for what in ("classes", "schedule", "fees", "prizes")
    ]
    event = [section.event_id]
    pages += [reverse(f"tournaments:{name}", args=event) for name in ("desk_officials", "desk_clone")]
    family = make_family(
        event_id=section.event_id, name=HOSTILE, contents=["notice"], notice=HOSTILE, actor=SYSTEM
    )
    pages.append(reverse("tournaments:desk_family", args=[family.pk]))
    pages.append(reverse("tournaments:desk_arrival", args=[section.entries.latest("pk").pk]))
    names = ("desk_event", "desk_screens")
    return [*pages, *(reverse(f"tournaments:{name}", args=[section.event_id]) for name in names)]


def test_public_pages_keep_their_promises_and_show_no_draft(client, section):
    for address in ["/events/", *public_pages(section)]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        check_promises(answer)
        assert HOSTILE not in answer.content.decode()
    draft = reverse("tournaments:pairings", args=[section.event.slug, section.slug, 4])
    assert client.get(draft).status_code == 404


def test_screens_keep_their_promises(client, section):
    event_id, contents = section.event_id, [content.value for content in ScreenContent]
    family = make_family(event_id=event_id, name=HOSTILE, contents=contents, notice=HOSTILE, actor=SYSTEM)
    set_alert(event_id=event_id, text=HOSTILE, actor=SYSTEM)
    screens = [
        make_screen(event_id=event_id, family_id=family.pk, label=HOSTILE, actor=SYSTEM),
        make_screen(event_id=event_id, family_id=None, actor=SYSTEM),
        open_screen(actor=VISITOR),
    ]
    addresses = [reverse("tournaments:screen", args=[one.token]) for one in screens]
    for address in ["/screens/", *addresses]:
        answer = client.get(address)
        check_promises(answer)
        assert HOSTILE not in answer.content.decode()


def test_pages_of_the_desk_keep_their_promises(desk, section):
    for address in ["/desk/events/", *desk_pages(section)]:
        answer = desk.get(address)
        assert answer.status_code == 200, address
        check_promises(answer)
        assert HOSTILE not in answer.content.decode()


def test_nobody_sees_a_hidden_event(client, section, django_capture_on_commit_callbacks):
    pages = public_pages(section)
    assert [client.get(address).status_code for address in pages] == [200] * len(pages)
    with django_capture_on_commit_callbacks(execute=True):  # kept pages are given up at once
        show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    assert [client.get(address).status_code for address in pages] == [404] * len(pages)
    assert "Demo club open" not in client.get("/events/").content.decode()


@pytest.mark.parametrize("kind", ["", "nonsense", "half"])
def test_a_bye_of_an_unknown_kind_is_worth_nothing(desk, section, kind):
    entry = section.entries.earliest("pk")
    address = reverse("tournaments:desk_entry_act", args=[entry.pk, "bye"])
    assert desk.post(address, {"round": "4", "kind": kind}).status_code == 302
    assert entry.absences.get().kind == (AbsenceKind.HALF if kind == "half" else AbsenceKind.ZERO)


def test_a_result_is_entered_by_a_press(desk, section):
    row = section.round_rows.get(number=4)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    board = row.pairings.filter(black__isnull=False).first()
    address = reverse("tournaments:desk_result", args=[board.pk, 1])
    sent = {"outcome": "draw", "was": "pending"}
    answer = desk.post(address, sent, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert board.games.get().outcome == Outcome.DRAW
    again = desk.post(address, sent | {"outcome": "white"}, headers={"hx-request": "true"})
    assert 'role="alert"' in again.content.decode()
    assert board.games.get().outcome == Outcome.DRAW


@world
def knockout():
    """A knock-out of five whose first round is published, a board level; the second is not paired yet."""
    event = create_event(
        organisation_id=ensure_organisation(slug="demo", name="Demo", actor=SYSTEM).pk,
        name="Cup",
        preset="knockout",
        actor=SYSTEM,
    )
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    lines = [EntryLine(name, rating) for name, rating in zip("ABCD", range(2000, 1960, -10), strict=True)]
    add_entries(section_id=section.pk, lines=[*lines, EntryLine(HOSTILE, 1000)], actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    for game in row.pairings.get(black__isnull=False).games.all():
        record_result(pairing_id=game.pairing_id, game=game.number, outcome="draw", actor=SYSTEM)
    return section


def tree_page(section):
    return reverse("tournaments:tree", args=[section.event.slug, section.slug])


def test_the_tree_is_public_and_tells_what_is_open(client, knockout):
    answer = client.get(tree_page(knockout))
    check_promises(answer)
    text = answer.content.decode()
    assert HOSTILE not in text
    assert "tied" in text
    assert "Winner of match 1" in text
    assert "bye" in text
    assert f'href="{tree_page(knockout)}"' in client.get(public_pages(knockout)[0]).content.decode()


def test_a_section_without_a_tree_has_no_page_of_one(client, section):
    assert client.get(tree_page(section)).status_code == 404
    assert "/tree/" not in client.get(public_pages(section)[0]).content.decode()


def test_the_desk_says_who_goes_on_and_takes_it_back(client, knockout):
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    row = knockout.round_rows.get()
    board = row.pairings.get(black__isnull=False)
    page = reverse("tournaments:desk_round", args=[row.pk])
    answer = client.get(page)
    check_promises(answer)
    assert "Tied: who advances?" in answer.content.decode()
    told = client.post(reverse("tournaments:desk_propose", args=[knockout.pk]), follow=True)
    assert ". It is not decided who advances." in told.content.decode()
    address = reverse("tournaments:desk_decide_match", args=[board.pk])
    assert (
        "Choose who advances and how it was decided."
        in client.post(address, {"winner": "x"}, follow=True).content.decode()
    )
    sent = {"winner": board.black_id, "how": "lot", "note": "a coin"}
    assert client.post(address, sent).status_code == 302
    assert board.decision.winner_id == board.black_id
    assert "a coin" in client.get(tree_page(knockout)).content.decode()
    wrong = client.post(address, sent | {"winner": 0}, follow=True)
    assert "must have played there" in wrong.content.decode()
    client.post(reverse("tournaments:desk_undecide_match", args=[board.pk]))
    assert "tied" in client.get(tree_page(knockout)).content.decode()


def test_a_round_is_made_by_hand_on_its_page(client):
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    home = ensure_organisation(slug="demo", name="Demo", actor=SYSTEM)
    event = create_event(organisation_id=home.pk, name="Hand", preset="manual", actor=SYSTEM)
    section = event.sections.get()
    add_entries(section_id=section.pk, lines=[EntryLine(name) for name in "ABC"], actor=SYSTEM)
    page = client.post(reverse("tournaments:desk_propose", args=[section.pk]), follow=True)
    check_promises(page)
    assert "3 players are not seated yet" in page.content.decode()
    row = section.round_rows.get()
    first, second, third = section.entries.order_by("number")
    seat = reverse("tournaments:desk_seat", args=[row.pk])
    sent = {"white": first.pk, "black": second.pk, "version": row.version}
    client.post(seat, sent)
    told = client.post(seat, sent | {"version": row.version + 1}, follow=True).content.decode()
    assert "This change does not give a valid pairing." in told
    client.post(seat, {"white": third.pk, "black": "bye", "version": row.version + 1})
    page = client.get(reverse("tournaments:desk_round", args=[row.pk]))
    check_promises(page)
    assert "not seated yet" not in page.content.decode()
    board = row.pairings.get(bye="allocated")
    act = reverse("tournaments:desk_board_act", args=[board.pk, "apart"])
    client.post(act, {"version": row.version + 2})
    assert row.pairings.count() == 1


def test_the_players_page_tells_a_ladder_and_a_tree_in_words(client, knockout):
    names = [knockout.event.slug, knockout.slug]
    tree = client.get(reverse("tournaments:player", args=[*names, 1])).content.decode()
    assert "advanced with a bye" in tree
    event = create_event(
        organisation_id=knockout.event.organisation_id, name="Ladder", preset="keizer", actor=SYSTEM
    )
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    add_entries(section_id=section.pk, lines=[EntryLine(name, 1000) for name in "ABC"], actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    game = row.pairings.get(black__isnull=False).games.get()
    record_result(pairing_id=game.pairing_id, game=1, outcome="white", actor=SYSTEM)
    winner = game.pairing.white
    page = client.get(reverse("tournaments:player", args=[event.slug, section.slug, winner.number]))
    check_promises(page)
    text = page.content.decode()
    assert "the value of the player&#x27;s own place: 3" in text
    assert f"{game.pairing.black.name} is worth" in text
    last = row.pairings.get(bye="allocated").white
    page = client.get(reverse("tournaments:player", args=[event.slug, section.slug, last.number]))
    assert "bye, 2/3 of the player&#x27;s own value" in page.content.decode()


def test_whoever_runs_the_site_is_told_what_is_open(desk, client):
    told = desk.get(reverse("club:desk")).content.decode()
    assert "You have no role yet" not in told
    assert "You are the administrator of this site" in told
    assert reverse("club:backups") in told
    client.force_login(User.objects.create_user("nobody@north.example"))
    told = client.get(reverse("club:desk")).content.decode()
    assert "You have no role yet" in told
    assert "You are the administrator of this site" not in told


def test_settings_say_what_the_codes_of_tie_breaks_mean():
    section = section_of(2)
    client = Client()
    client.force_login(director())
    page = client.get(reverse("tournaments:desk_settings", args=[section.pk])).content.decode()
    assert "<dt>SB</dt><dd>Sonneborn-Berger</dd>" in page
    assert "<dt>EMMSB</dt>" not in page
