"""What screens in the hall show, and the page of the desk from which they are run."""

from datetime import timedelta

import pytest
from club_evening import director, played_of, published_of, section_of
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from worlds import world

from club.core.actor import SYSTEM
from tournaments.events.services.events import show_event
from tournaments.models import Hall, Screen, ScreenContent, ScreenFamily
from tournaments.screens.services.screen_families import make_family, set_alert, set_clock
from tournaments.screens.services.screens import make_screen, open_screen, revoke_screen
from tournaments.templatetags.events import shown_contents

pytestmark = pytest.mark.django_db
# Live boards are in test_screen_boards.py: an event without them has no such slide.
EVERYTHING = [content.value for content in ScreenContent if content != ScreenContent.LIVE]


@world
def section():
    cache.clear()
    section = section_of(7)
    played_of(section)
    published_of(section)
    return section


@world
def desk(section):
    client = Client()
    client.force_login(director())
    return client


def screen_of(section, *contents, **facts):
    event_id = section.event_id
    family = make_family(event_id=event_id, name="Wall", contents=contents, actor=SYSTEM, **facts)
    return make_screen(event_id=event_id, family_id=family.pk, actor=SYSTEM)


def shown(screen, client=None):
    answer = (client or Client()).get(reverse("tournaments:screen", args=[screen.token]))
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies
    return answer.content.decode()


def test_a_new_screen_shows_its_code_and_what_it_is_assigned_to(client, desk, section):
    start = client.get(reverse("tournaments:screens"))
    assert "data-start" in start.content.decode()
    answer = client.post(reverse("tournaments:screens"))
    screen = Screen.objects.get()
    assert answer.headers["Location"] == reverse("tournaments:screen", args=[screen.token])
    text = client.get(answer.headers["Location"]).content.decode()
    assert f">{screen.code}<" in text
    assert f'data-live="screen:{screen.token}"' in text
    family = make_family(event_id=section.event_id, name="Wall", contents=["standings"], actor=SYSTEM)
    sent = {"code": screen.code.lower(), "family": family.pk, "label": "Door"}
    desk.post(reverse("tournaments:desk_screen_assign", args=[section.event_id]), sent)
    text = client.get(answer.headers["Location"]).content.decode()
    assert "Standings after round 2" in text
    assert screen.code not in text


def test_a_screen_shows_every_line_of_what_its_family_shows(section):
    text = shown(screen_of(section, *EVERYTHING, notice="Analysis room is open"))
    for what in EVERYTHING:
        assert f'data-slide="{what}"' in text
    names = list(section.entries.values_list("name", flat=True))
    assert all(text.count(name) >= 4 for name in names)  # by board, by name, standings, cross-table
    assert "Analysis room is open" in text
    assert "<svg" in text
    assert f"/e/{section.event.slug}/" in text
    assert f'data-live="section:{section.pk}"' in text


def test_a_draft_is_not_shown(section):
    text = shown(screen_of(section_of(4), "pairings", "names", "standings"))
    assert "Player 01" not in text
    assert 'data-slide="empty"' in text


def test_a_screen_follows_results_although_its_slides_are_kept(section, django_assert_max_num_queries):
    screen = screen_of(section, "standings")
    first = shown(screen)
    with django_assert_max_num_queries(8):  # nothing happened: nothing is computed anew
        assert shown(screen).count("<tr>") == first.count("<tr>")
    played = section.round_rows.get(number=2)
    assert "Standings after round 2" in first
    for pairing in played.pairings.filter(black__isnull=False):
        for game in pairing.games.all():
            game.outcome = "white"
            game.save()
    played_of(section, logged=True)
    assert "Standings after round 3" in shown(screen)


def test_the_alert_line_and_the_clock_stand_on_every_screen(section):
    screens = [
        screen_of(section, "pairings"),
        make_screen(event_id=section.event_id, family_id=None, actor=SYSTEM),
    ]
    ends = timezone.now() + timedelta(minutes=3)
    set_alert(event_id=section.event_id, text="<b>Fire</b> drill", actor=SYSTEM)
    set_clock(event_id=section.event_id, ends_at=ends, label="Round 3", actor=SYSTEM)
    for screen in screens:
        text = shown(screen)
        assert "&lt;b&gt;Fire&lt;/b&gt; drill" in text
        assert f'data-clock-ends="{int(ends.timestamp() * 1000)}"' in text
        assert "Round 3" in text


def test_a_screen_that_was_taken_out_shows_nothing_more(section):
    screen = screen_of(section, "pairings")
    revoke_screen(screen_id=screen.pk, actor=SYSTEM)
    answer = Client().get(reverse("tournaments:screen", args=[screen.token]))
    assert answer.status_code == 410
    assert "Player 01" not in answer.content.decode()
    assert Client().get(reverse("tournaments:screen", args=["made-up"])).status_code == 410


def test_a_hidden_event_is_shown_in_the_hall_but_followed_by_nobody_from_outside(section):
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    text = shown(screen_of(section, "pairings"))
    assert "Player 01" in text
    assert f'data-live="section:{section.pk}"' not in text


def test_the_page_of_the_desk_runs_everything(desk, section):
    event_id = section.event_id
    page = reverse("tournaments:desk_screens", args=[event_id])
    new = {"name": "Wall", "contents": ["names", "clock"], "sections": [section.pk], "seconds": "9"}
    desk.post(reverse("tournaments:desk_family_new", args=[event_id]), new)
    family = ScreenFamily.objects.get()
    assert (family.contents, family.sections, family.seconds) == (["names", "clock"], [section.pk], 9)
    sent = {"make": "1", "family": family.pk, "label": "Door"}
    desk.post(reverse("tournaments:desk_screen_assign", args=[event_id]), sent)
    screen = Screen.objects.get()
    for act, is_held in (("hold", True), ("next", True), ("back", True), ("run", False)):
        assert desk.post(reverse("tournaments:desk_family_act", args=[family.pk, act])).status_code == 302
        family.refresh_from_db()
        assert family.is_held == is_held
    desk.post(reverse("tournaments:desk_screens_alert", args=[event_id]), {"text": "Lunch"})
    desk.post(reverse("tournaments:desk_screens_clock", args=[event_id]), {"minutes": "15", "label": "Round"})
    hall = Hall.objects.get()
    assert hall.alert == "Lunch"
    assert timedelta(minutes=14) < hall.clock_ends_at - timezone.now() <= timedelta(minutes=15)
    text = desk.get(page).content.decode()
    for told in ("Wall", "Door", "Lunch", shown_contents(family), "offline"):
        assert told in text
    shown(screen)
    assert "offline" not in desk.get(page).content.decode()
    change = {f"family-{family.pk}-{name}": value for name, value in new.items()}
    change |= {f"family-{family.pk}-version": family.version, f"family-{family.pk}-contents": ["standings"]}
    assert desk.post(reverse("tournaments:desk_family", args=[family.pk]), change).status_code == 302
    family.refresh_from_db()
    assert family.contents == ["standings"]
    desk.post(reverse("tournaments:desk_screen_act", args=[screen.pk, "change"]), {"family": ""})
    screen.refresh_from_db()
    assert (screen.family, screen.label) == (None, "Door")
    desk.post(reverse("tournaments:desk_screens_alert", args=[event_id]), {"clear": "1", "text": "Lunch"})
    desk.post(reverse("tournaments:desk_screens_clock", args=[event_id]), {"stop": "1"})
    hall.refresh_from_db()
    assert (hall.alert, hall.clock_ends_at) == ("", None)
    desk.post(reverse("tournaments:desk_screen_act", args=[screen.pk, "revoke"]))
    desk.post(reverse("tournaments:desk_family_act", args=[family.pk, "remove"]))
    assert not ScreenFamily.objects.exists()


@pytest.mark.parametrize(
    ("name", "sent", "told"),
    [
        ("desk_screen_assign", {"code": "XXXXXX"}, "No screen currently shows the code “"),
        ("desk_screen_assign", {"code": ""}, "No screen currently shows the code “"),
        ("desk_screens_clock", {"minutes": "0"}, "greater than or equal to 1"),
        ("desk_screens_clock", {"moment": "12"}, "The clock must end in the future"),
        ("desk_screens_clock", {"moment": "9" * 17}, "less than or equal to"),
        ("desk_screen_assign", {"make": "1", "family": "77"}, "This event has no such screen group."),
    ],
)
def test_a_refusal_is_told_on_the_page(desk, section, name, sent, told):
    answer = desk.post(reverse(f"tournaments:{name}", args=[section.event_id]), sent, follow=True)
    assert answer.status_code == 200
    assert told in answer.content.decode()


def test_a_family_that_makes_no_sense_is_told_beside_the_form(desk, section):
    answer = desk.post(reverse("tournaments:desk_family_new", args=[section.event_id]), {"name": "x"})
    assert answer.status_code == 422
    assert "This field is required" in answer.content.decode()


def test_codes_are_not_given_away_without_end(client):
    answers = [client.post(reverse("tournaments:screens")).status_code for _ in range(31)]
    assert answers[:30] == [302] * 30
    assert answers[30] == 429


def test_codes_that_nobody_has_typed_for_a_day_are_forgotten():
    old, young = open_screen(actor=SYSTEM), open_screen(actor=SYSTEM)
    for screen, hours in ((old, 25), (young, 23)):
        Screen.objects.filter(pk=screen.pk).update(created_at=timezone.now() - timedelta(hours=hours))
    new = open_screen(actor=SYSTEM)
    assert set(Screen.objects.values_list("pk", flat=True)) == {young.pk, new.pk}


def test_tables_of_a_round_that_is_played_say_so(section):
    text = shown(screen_of(section, "standings", "crosstable"))
    assert text.count("after round 2 (provisional)") == 2


def test_a_hall_without_screens_is_led_from_the_family_to_the_screen(desk, section):
    address = reverse("tournaments:desk_screens", args=[section.event_id])
    page = desk.get(address).content.decode()
    steps = [page.index(f'id="{name}-title"') for name in ("family", "assign", "alert", "clock")]
    assert steps == sorted(steps)
    screen_of(section, *EVERYTHING)
    page = desk.get(address).content.decode()
    steps = [page.index(f'id="{name}-title"') for name in ("alert", "clock", "assign", "family")]
    assert steps == sorted(steps)


def test_the_end_of_the_clock_is_told_in_the_hours_of_the_hall(desk, section):
    type(section.event).objects.update(time_zone="Asia/Tokyo")
    ends_at = timezone.now().replace(hour=3, minute=30) + timedelta(days=1)
    set_clock(event_id=section.event_id, ends_at=ends_at, label="", actor=SYSTEM)
    page = desk.get(reverse("tournaments:desk_screens", args=[section.event_id])).content.decode()
    assert "Runs until 12:30 JST." in page


def test_codes_that_no_phone_could_open_are_told_of(desk, section):
    names = ("desk_screens", "desk_share", "desk_cards")
    for name in names:
        key = section.event_id if name == "desk_screens" else section.pk
        address = reverse(f"tournaments:{name}", args=[key])
        assert (
            "work on this computer only"
            in desk.get(address, headers={"host": "127.0.0.1:8000"}).content.decode()
        )
        assert "work on this computer only" not in desk.get(address).content.decode()
