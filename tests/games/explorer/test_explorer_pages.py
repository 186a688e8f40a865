"""Pages and API of the explorer: readable without a script, bounded, and silent about what is withheld."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from page_promises import check_promises
from records import game as record
from worlds import world

from club.core.actor import SYSTEM
from club.privacy.redaction import replace_name, spellings
from games.archive.services.archive import save_game
from games.archive.services.redaction import redact_name
from games.models import Game

pytestmark = pytest.mark.django_db
EXPLORER = "/games/explorer/?variant=english"


@world
def games(club):
    lines = ("11-15 23-19 8-11", "11-15 22-17 8-11", "9-14 23-19 11-15")
    for number, moves in enumerate(lines):
        text = record(moves, white="Vries, Piet de", result="1-0", GameType="21", Date=f"19{number}0.??.??")
        save_game(organisation=club, text=text, actor=SYSTEM)
    return list(Game.objects.order_by("pk"))


def test_every_move_is_a_link_that_keeps_the_filters(client, games):
    page = client.get(f"{EXPLORER}&player=vries&moves=11-15")
    check_promises(page)
    text = page.content.decode()
    assert "moves=11-15+23-19&amp;player=vries" in text
    assert "2</td>" in text.replace(" ", "")
    assert f"/games/{games[0].pk}/?ply=1" in text


def test_a_script_gets_the_part_beside_the_board(client, games):
    part = client.get(f"{EXPLORER}&moves=11-15", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'data-last-move="11 15"' in part


def test_a_line_that_cannot_be_played_is_explained(client, games):
    page = client.get(f"{EXPLORER}&moves=11-15+9-9")
    assert page.status_code == 422
    assert "“9-9” cannot be played" in page.content.decode()


def test_a_redacted_name_is_in_no_answer(client, games):
    def without(value):
        return replace_name(value, spellings("Piet de Vries", "Vries, Piet de"), "X")

    assert "Vries" in client.get(EXPLORER).content.decode()
    for game in games:
        redact_name(game=game, sides=["White"], without=without, neutral="Former member 7")
    for address in (EXPLORER, "/api/v1/explorer/?variant=english"):
        text = client.get(address).content.decode()
        assert "Vries" not in text
        assert "Former member 7" in text


@pytest.mark.parametrize(
    "query", ["", "&moves=11-15", "&player=vries&club=north&year_from=1900&winner=draw", "&fen=W:W32:B1"]
)
def test_a_page_of_the_explorer_takes_few_queries(client, games, query):
    client.get(EXPLORER)
    with CaptureQueriesContext(connection) as caught:
        client.get(EXPLORER + query)
    assert len(caught) <= 14, [query["sql"][:90] for query in caught]


def test_position_search_finds_the_game_at_the_half_move(client, games):
    fen = "B:W21,22,24,25,26,27,28,29,30,31,32,19:B1,2,3,4,5,6,7,8,9,10,12,15"
    page = client.get("/games/explorer/positions/", {"variant": "english", "fen": fen})
    check_promises(page)
    assert f"/games/{games[0].pk}/?ply=2" in page.content.decode()
    pattern = {"variant": "english", "fen": "W:W:B14,15", "others": "on", "any_side": "on", "empty": "11"}
    text = client.get("/games/explorer/positions/", pattern).content.decode()
    assert f"/games/{games[2].pk}/?ply=3" in text
    assert f"/games/{games[0].pk}/" not in text


@pytest.mark.parametrize("fen", ["W:W77:B", "nonsense", "W:W1,1:B"])
def test_a_pattern_that_cannot_be_read_is_explained(client, games, fen):
    page = client.get("/games/explorer/positions/", {"variant": "english", "fen": fen})
    assert page.status_code == 422
    assert 'role="alert"' in page.content.decode()


def test_too_many_pieces_of_an_ending_are_refused(client, games):
    page = client.get("/games/explorer/endings/?white_kings=8&black_kings=8")
    assert page.status_code == 422
    assert "from 1 to 8 pieces" in page.content.decode()


def test_the_api_answers_the_same_questions(client, games):
    answer = client.get("/api/v1/explorer/?variant=english&moves=11-15").json()
    assert answer["line"] == ["11-15"]
    assert {move["text"]: move["counts"]["games"] for move in answer["moves"]} == {"22-17": 1, "23-19": 1}
    assert answer["counts"]["last_year"] == 1910
    found = client.get("/api/v1/positions/search", {"variant": "english", "fen": answer["fen"]}).json()
    assert [game["ply"] for game in found["games"]] == [1, 1]
    assert found["count"] == 2
    assert client.get("/api/v1/positions/endings?variant=english&white_kings=1").json()["games"] == []
    assert client.get("/api/v1/explorer/?variant=english&moves=1-99").json()["code"] == "line_unreadable"


def test_the_lists_of_games_lead_to_the_explorer(client, games):
    assert "/games/explorer/" in client.get("/games/").content.decode()
    game_page = client.get(f"/games/{games[0].pk}/?ply=1").content.decode()
    assert "Explore this position" in game_page


def test_games_of_the_strongest_come_first_however_many_have_the_position(client, games, monkeypatch):
    Game.objects.filter(pk=games[0].pk).update(strength=2300)
    Game.objects.filter(pk=games[1].pk).update(strength=2200)
    for most in (2_000, 1):  # all rows are read, or the strongest of the archive are looked for first
        monkeypatch.setattr("games.explorer.selectors.explorer.MAX_READ", most)
        monkeypatch.setattr("games.explorer.selectors.reached.MAX_READ", most)
        answer = client.get("/api/v1/explorer/?variant=english&order=strongest").json()
        assert [each["id"] for each in answer["games"]][:2] == [games[0].pk, games[1].pk]
    page = client.get(f"{EXPLORER}&order=strongest").content.decode()
    assert "Games of the strongest players" in page
    assert "order=strongest" in page.partition('data-go="move"')[0]


def test_all_games_of_a_player_count_not_only_the_newest(client, games, monkeypatch):
    monkeypatch.setattr("games.explorer.selectors.explorer.MAX_READ", 1)
    monkeypatch.setattr("games.explorer.selectors.reached.MAX_READ", 1)
    answer = client.get("/api/v1/explorer/?variant=english&player=vries").json()
    assert (answer["counts"]["games"], answer["newest_only"]) == (3, None)
    start = {"variant": "english", "fen": answer["fen"], "player": "vries"}
    found = client.get("/api/v1/positions/search", start).json()
    assert ([each["id"] for each in found["games"]], found["count"]) == (
        [one.pk for one in reversed(games)],
        3,
    )
    monkeypatch.setattr("games.explorer.selectors.reached.MAX_OF_PLAYER", 2)
    answer = client.get("/api/v1/explorer/?variant=english&player=vries").json()
    assert (answer["counts"]["games"], answer["newest_only"]) == (1, 1)
