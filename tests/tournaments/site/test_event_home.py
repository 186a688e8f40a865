"""The home of an event: its state, its sections as they are played, and what belongs to it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from event_rows import play, played_round, published_round, section_of
from page_promises import check_promises

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from tournaments.models import Event, EventState, GameResult, Hall, RoundTime
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round
from tournaments.screens.services.screen_families import set_clock

pytestmark = pytest.mark.django_db


def home(section):
    PAGE_CACHE.clear()
    answer = Client().get(f"/e/{section.event.slug}/")
    check_promises(answer)
    return answer.context, " ".join(answer.content.decode().split())


def test_before_the_first_round_the_page_says_when_it_begins():
    section = section_of()
    starts_at = timezone.now() + timedelta(days=2)
    RoundTime.objects.create(section=section, number=1, starts_at=starts_at)
    Event.objects.update(starts_on=starts_at.date())
    context, text = home(section)
    assert context["sections"][0].round is None
    assert context["sections"][0].next.number == 1
    assert "Round 1 begins:" in text
    assert "starts in 2 days" in text


def test_the_round_in_play_counts_its_games_and_shows_results_as_they_come():
    section = section_of(players=12)
    played_round(section)
    row = published_round(section)
    pairing = row.pairings.filter(black__isnull=False).first()
    record_result(pairing_id=pairing.pk, game=1, outcome="draw", actor=SYSTEM)
    context, text = home(section)
    (shown,) = context["sections"]
    assert (shown.round.number, shown.round.is_open, shown.round.finished) == (2, True, 1)
    assert f"Round 2 in play</b>: 1 of {shown.round.games} games finished" in text
    assert shown.latest[0].pairing.pk == pairing.pk
    assert len(shown.latest) == 6
    published = section.snapshots.get().rows[:5]
    assert [one.name for one in shown.top] == [one["name"] for one in published]
    assert [one.number for one in shown.top] == [one["number"] for one in published]
    assert [one.points for one in shown.top] == [one["values"][0]["text"] for one in published]
    assert f'data-live="section:{section.pk}"' in text


def test_the_best_upset_is_the_win_over_the_greatest_difference():
    section = section_of(players=6)
    row = published_round(section)
    play(row, "draw")
    pairing = row.pairings.filter(black__isnull=False).first()
    low, high = sorted((pairing.white, pairing.black), key=lambda one: one.rating)
    assert "Best upset" not in home(section)[1]
    first_wins = pairing.white == low
    for number, outcome in ((1, "white" if first_wins else "black"), (2, "black" if first_wins else "white")):
        GameResult.objects.filter(pairing=pairing, number=number).update(outcome=outcome)
    upset = home(section)[0]["sections"][0].upset
    assert (upset.winner, upset.loser, upset.round) == (low, high, 1)
    GameResult.objects.filter(pairing=pairing).update(
        outcome="white_forfeit" if first_wins else "black_forfeit"
    )
    assert home(section)[0]["sections"][0].upset is None


def test_unrated_players_make_no_upset():
    section = section_of(players=4)
    row = published_round(section)
    play(row, "white")
    section.entries.update(rating=0)
    assert home(section)[0]["sections"][0].upset is None


def test_a_finished_event_keeps_its_table_and_is_not_followed():
    section = section_of(players=4)
    played_round(section)
    Event.objects.update(state=EventState.FINISHED)
    context, text = home(section)
    assert "Final standings" in text
    assert "data-live" not in text
    assert len(context["sections"][0].top) == 4


def test_the_map_is_a_link_in_a_tab_of_its_own():
    section = section_of()
    assert "openstreetmap" not in home(section)[1]
    Event.objects.update(venue="Hall", address="1 Mill Lane")
    text = home(section)[1]
    assert (
        'href="https://www.openstreetmap.org/search?query=Hall%2C+1+Mill+Lane" target="_blank"'
        ' rel="noopener noreferrer"'
    ) in text


def test_the_clock_of_the_hall_runs_while_a_round_is_in_play():
    section = section_of()
    ends_at = timezone.now() + timedelta(minutes=50)
    set_clock(event_id=section.event_id, ends_at=ends_at, label="Round 1", actor=SYSTEM)
    assert "data-deadline" not in home(section)[1]
    row = published_round(section)
    text = home(section)[1]
    assert f'data-deadline="{int(ends_at.timestamp())}000"' in text
    assert f'Round 1: <time datetime="{ends_at.replace(microsecond=0).astimezone().isoformat()[:13]}' in text
    assert "data-deadline-over hidden" in text
    assert f'data-live="event:{section.event_id}"' in text
    Hall.objects.update(clock_ends_at=timezone.now() - timedelta(minutes=9))
    assert "data-deadline-runs hidden" in home(section)[1]
    Hall.objects.update(clock_ends_at=timezone.now() - timedelta(minutes=11))
    assert "data-deadline" not in home(section)[1]
    Hall.objects.update(clock_ends_at=ends_at)
    play(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    assert "data-deadline" not in home(section)[1]


@pytest.mark.parametrize(("hours", "is_counted"), [(11, True), (13, False)])
def test_the_start_of_the_next_round_is_counted_down_on_its_day(hours, is_counted):
    section = section_of()
    starts_at = timezone.now() + timedelta(hours=hours)
    RoundTime.objects.create(section=section, number=1, starts_at=starts_at)
    text = home(section)[1]
    assert "Round 1 begins:" in text
    assert (f'data-deadline="{int(starts_at.timestamp())}000"' in text) == is_counted


def test_the_kept_page_changes_with_the_clock(django_capture_on_commit_callbacks):
    section = section_of(players=4)
    published_round(section)
    address = f"/e/{section.event.slug}/"
    before = Client().get(address).headers["ETag"]
    with django_capture_on_commit_callbacks(execute=True):
        ends_at = timezone.now() + timedelta(minutes=50)
        set_clock(event_id=section.event_id, ends_at=ends_at, actor=SYSTEM)
    for kept in PAGE_CACHE.pages.values():
        kept.fresh_until = 0.0
    assert Client().get(address).headers["ETag"] != before


def test_the_page_follows_at_most_three_sections():
    section = section_of(players=2)
    for number in range(4):
        section.pk, section.slug = None, f"s{number}"
        section.save()
    assert home(section)[1].count('data-live="section:') == 3


def test_the_kept_page_changes_with_a_result(django_capture_on_commit_callbacks):
    section = section_of(players=4)
    row = published_round(section)
    address = f"/e/{section.event.slug}/"
    before = Client().get(address).headers["ETag"]
    assert Client().get(address, headers={"if-none-match": before}).status_code == 304
    with django_capture_on_commit_callbacks(execute=True):
        play(row)
    for kept in PAGE_CACHE.pages.values():
        kept.fresh_until = 0.0  # a second later
    assert Client().get(address).headers["ETag"] != before


def test_a_clock_without_a_label_says_until_when_it_runs():
    section = section_of()
    published_round(section)
    set_clock(event_id=section.event_id, ends_at=timezone.now() + timedelta(hours=1), actor=SYSTEM)
    assert "Clock runs until: <time" in home(section)[1]


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("players", "No players yet."),
        ("crosstable", "There are no results yet."),
        ("standings", "There are no results yet."),
        ("games", "No game records yet."),
    ],
)
def test_pages_of_an_empty_section_say_so(page, told):
    section = section_of(players=2)
    section.entries.all().delete()
    text = Client().get(f"/e/{section.event.slug}/{section.slug}/{page}/").content.decode()
    assert told in text
    assert "<table" not in text
    assert "games.pdn" not in text


def test_styles_of_paper_and_the_choice_of_colours_do_not_hold_up_the_first_paint():
    head = home(section_of())[1].split("</head>")[0]
    assert 'media="print">' in head.split("club/print.")[1]
    first_style = head.index('rel="stylesheet"')
    assert head.index("club/theme.") < first_style, "a script after styles waits for them"
