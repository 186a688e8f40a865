"""Published pages: drawn once for a version, given away without a query."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from club.core.actor import SYSTEM
from club.live import published
from club.live.hub.app import cached_page
from club.live.published import PAGE_CACHE, PARAMETERS, cached_response
from club.live.publishing import publish
from club.models import Organisation, User
from games.archive.services.archive import save_game
from games.models import Game

pytestmark = pytest.mark.django_db(transaction=True)
LAWS = "/laws/standard-laws/"


def queries_of(client, address, **more):
    with CaptureQueriesContext(connection) as asked:
        response = client.get(address, **more)
    assert response.status_code in {200, 304}
    return len(asked), response


def test_a_crowd_reloading_asks_the_database_nothing(client):
    first = client.get(LAWS)
    for _visitor in range(20):
        count, response = queries_of(client, LAWS)
        assert count == 0
        assert response.content == first.content
    assert "Content-Security-Policy" in response.headers
    assert response.headers["Cache-Control"].startswith("public")
    count, response = queries_of(client, LAWS, headers={"If-None-Match": first.headers["ETag"]})
    assert (count, response.status_code, response.content) == (0, 304, b"")


def test_a_kept_page_is_drawn_anew_when_its_version_has_changed(client, monkeypatch):
    monkeypatch.setattr(published, "REVALIDATE_SECONDS", 0.0)
    client.get(LAWS)
    (kept,) = PAGE_CACHE.pages.values()
    client.get(LAWS)
    assert list(PAGE_CACHE.pages.values()) == [kept]
    kept.ask = lambda: "another edition"
    client.get(LAWS)
    assert list(PAGE_CACHE.pages.values()) != [kept]


def test_an_event_on_its_channel_has_a_page_asked_about_at_once(client):
    client.get(LAWS)
    (kept,) = PAGE_CACHE.pages.values()
    kept.channel, kept.ask = "section:1", lambda: "the next round"
    client.get(LAWS)
    assert list(PAGE_CACHE.pages.values()) == [kept]  # within its second
    with transaction.atomic():
        publish("section:1", "round.published")
    client.get(LAWS)
    assert list(PAGE_CACHE.pages.values()) != [kept]


def test_the_hub_gives_a_kept_page_away_by_itself(client):
    asked = {"path": LAWS, "scheme": "http", "headers": {b"host": b"testserver"}}
    assert cached_response(**asked) is None
    page = client.get(LAWS, headers={"host": "testserver"})
    status, headers, body = cached_response(**asked)
    assert (status, body) == (200, page.content)
    assert (b"etag", page.headers["ETag"].encode()) in headers
    known = {**asked["headers"], b"if-none-match": page.headers["ETag"].encode()}
    assert cached_response(**{**asked, "headers": known})[0] == 304
    signed_in = {**asked["headers"], b"cookie": f"{settings.SESSION_COOKIE_NAME}=x".encode()}
    assert cached_response(**{**asked, "headers": signed_in}) is None


def test_a_game_is_drawn_once_until_its_record_changes(client, monkeypatch):
    club = Organisation.objects.create(name="Club", slug="club")
    game = save_game(organisation=club, actor=SYSTEM, text='[White "Nemo"]\n\n1. 11-15 23-19 *')
    address = f"/games/{game.pk}/"
    first = client.get(address)
    assert "csrfmiddlewaretoken" not in first.content.decode()
    count, again = queries_of(client, address)
    assert (count, again.content) == (0, first.content)
    monkeypatch.setattr(published, "REVALIDATE_SECONDS", 0.0)
    PAGE_CACHE.revalidate("")
    Game.objects.filter(pk=game.pk).update(pdn=game.pdn.replace("Nemo", "Nobody"))
    assert b"Nobody" in client.get(address).content


@pytest.mark.parametrize("address", ["/", "/games/check/", "/games/enter/", "/games/compare/", "/laws/"])
def test_a_page_for_everybody_is_kept(client, address):
    client.get(address)
    assert queries_of(client, address)[0] == 0


def test_languages_are_kept_apart(client):
    english = client.get("/laws/", headers={"Accept-Language": "en"})
    dutch = client.get("/laws/", headers={"Accept-Language": "nl"})
    assert b'lang="en"' in english.content
    assert b'lang="nl"' in dutch.content
    assert b'lang="en"' in client.get("/laws/", headers={"Accept-Language": "en"}).content


def test_who_is_signed_in_gets_a_page_of_their_own(client):
    client.get("/laws/")
    client.force_login(User.objects.create_user("a@b.example", "x"))
    response = client.get("/laws/")
    assert len(PAGE_CACHE.pages) == 1
    assert "public" not in response.headers.get("Cache-Control", "")


def test_what_is_not_there_is_not_kept(client, db):
    assert client.get("/games/424242/").status_code == 404
    assert not PAGE_CACHE.pages


def test_the_least_asked_for_is_dropped_first(client, monkeypatch):
    monkeypatch.setattr(published, "MAX_BYTES", 1)
    client.get("/laws/")
    assert not PAGE_CACHE.pages
    assert PAGE_CACHE.size == 0


def test_a_made_up_query_gets_the_kept_page(client):
    page = client.get(LAWS, headers={"host": "testserver"})
    for query in ("x=1", "x=1&y=2", "utm_source=a&utm_medium=b", "%00", "a[]=1"):
        count, response = queries_of(client, f"{LAWS}?{query}", headers={"host": "testserver"})
        assert (count, response.content) == (0, page.content), query
    asked = {"type": "http", "method": "GET", "path": LAWS, "scheme": "http", "query_string": b"x=1"}
    assert cached_page({**asked, "headers": [(b"host", b"testserver")]})[2] == page.content
    assert cached_page({**asked, "headers": [(b"host", b"testserver")], "query_string": b"ply=1"}) is None


def test_a_page_first_asked_for_by_a_made_up_query_is_kept_without_it(client):
    first = client.get(f"{LAWS}?x=<marker>")
    assert b"marker" not in first.content
    assert client.get(LAWS).content == first.content


def test_a_parameter_that_a_page_reads_reaches_it(client):
    plain = client.get("/games/enter/").content
    russian = client.get("/games/enter/?variant=russian&x=1").content
    assert russian != plain
    assert client.get("/games/enter/?x=1").content == plain


def test_every_parameter_that_published_pages_read_is_declared():
    """Names in modules with published views; those of views that are not published are listed here."""
    unpublished = {"before", "show", "places", "class"}
    read = re.compile(r"""GET(?:\.get\(|\[)["'](\w+)["']|["'](\w+)["'] (?:not )?in request\.GET""")
    found = set()
    paths = [path for app in ("games", "tournaments") for path in Path(app).rglob("pages/*.py")]
    for path in [*paths, Path("games/site/pages.py")]:
        text = path.read_text("utf-8")
        if "@published(" in text or "public_section_page" in text or "section_page_with(" in text:
            found |= {one or other for one, other in read.findall(text)}
    assert found - unpublished <= PARAMETERS
    assert {"ply", "player", "q", "month"} <= PARAMETERS
