"""The list of games page by page: every game once in either direction, bounded counts, order by strength."""

import pytest
from records import game as record

from club.core.actor import SYSTEM
from games.archive.selectors import game_pages
from games.archive.selectors.archive import GameFilters, game_list
from games.archive.selectors.game_pages import game_page
from games.archive.services.archive import save_game
from games.models import Game

pytestmark = pytest.mark.django_db
TAGS = (
    {"WhiteElo": "2100", "BlackElo": "1900"},
    {"WhiteRating": "2400P", "BlackRating": "2300"},
    {},
    {"WhiteElo": "2300"},
    {"WhiteElo": "2000", "BlackElo": "2000"},
    {"WhiteElo": "?", "BlackElo": "-"},
    {"WhiteElo": "1500", "BlackElo": "1400"},
)


@pytest.fixture
def games(club):
    for number, tags in enumerate(TAGS):
        moves = "1. 11-15 23-19" if number % 2 else "1. 9-14 22-18"
        text = record(moves, white=f"Wyllie {number}", Event="Open", GameType="21", **tags)
        save_game(organisation=club, actor=SYSTEM, text=text, keep_twin=True)
    return list(Game.objects.order_by("-pk"))


@pytest.fixture(params=["counted", "more than are counted"], autouse=True)
def counted(request, monkeypatch):
    """Both ways of reading a page: among few games, and along the order of many."""
    if request.param != "counted":
        monkeypatch.setattr(game_pages, "MAX_COUNTED", 2)
    return request.param == "counted"


def walk(filters, step, cursor=""):
    pages, reverse = [], {"after": "before", "before": "after"}[step]
    while True:
        page = game_page(filters, size=2, step=step, cursor=cursor)
        assert bool(getattr(page, reverse)) == bool(pages)
        pages.append([game.pk for game in page.games])
        cursor = getattr(page, step)
        if not cursor:
            return pages


@pytest.mark.parametrize("filters", [GameFilters(), GameFilters(player="wyllie", event="op")])
@pytest.mark.parametrize("order", ["newest", "strongest"])
def test_pages_follow_each_other_in_both_directions(games, filters, order, counted):
    filters = GameFilters(player=filters.player, event=filters.event, order=order)
    expected = [one.pk for one in game_list(filters)]
    assert sorted(expected) == sorted(one.pk for one in games)
    onward = walk(filters, "after")
    assert [pk for page in onward for pk in page] == expected
    assert [len(page) for page in onward] == [2, 2, 2, 1]
    back = walk(filters, "before", "last")
    assert [pk for page in reversed(back) for pk in page] == expected
    assert game_page(filters, size=2).count == (len(games) if counted else None)


def test_the_strongest_come_first_and_unknown_ones_last_by_their_number(games):
    by_strength = [one.strength for one in game_page(GameFilters(order="strongest"), size=10).games]
    assert by_strength == [2350, 2000, 2000, 1450, 0, 0, 0]


@pytest.mark.parametrize("cursor", ["x", "-1", "1-2", "9" * 30, "१"])
def test_a_cursor_that_is_none_is_the_first_page(games, cursor):
    assert game_page(GameFilters(), size=2, cursor=cursor).games == games[:2]


def test_a_page_behind_the_last_game_is_empty(games):
    page = game_page(GameFilters(), size=2, cursor=str(games[-1].pk))
    assert (page.games, page.after) == ([], "")


def test_the_page_links_its_neighbours_and_keeps_the_search(client, games, monkeypatch, counted):
    monkeypatch.setattr("games.archive.pages.archive.GAMES_PER_PAGE", 3)
    first = client.get("/games/?player=wyllie&order=strongest").content.decode()
    assert ("More than" in first) is not counted
    assert "player=wyllie&amp;order=strongest&amp;before=last" in first
    second = client.get(f"/games/?player=wyllie&order=strongest&after={game_pages.NUMBERS * 2000}")
    assert "before=" in second.content.decode()


def test_the_api_counts_no_more_and_goes_on_by_number(client, games):
    answer = client.get("/api/v1/games/?order=strongest").json()
    assert answer["results"][0]["strength"] == 2350
    part = client.get(f"/api/v1/games/?before={games[2].pk}").json()
    assert [one["id"] for one in part["results"]] == [one.pk for one in games[3:]]


@pytest.mark.parametrize(
    ("text", "found"), [("lli", 1), ("wy", 1), ("de", 1), ("li", 0), ("e", 0), ("d wy", 1)]
)
def test_a_part_of_a_name_is_found_and_a_short_one_at_the_beginning_of_a_word(club, text, found):
    moves = record("1. 11-15 23-19", white="Wyllie, de", GameType="21")
    save_game(organisation=club, actor=SYSTEM, text=moves)
    assert game_list(GameFilters(player=text)).count() == found
