"""Every page answers, with an empty archive and with games, and keeps the promises all pages make."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from page_promises import HOSTILE, check_promises
from worlds import world

from club.core.actor import SYSTEM
from club.models import User
from club.organisations.services.organisations import ensure_organisation
from games.archive.services.archive import save_game
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import start_import
from games.judging.pages.examples import examples
from games.laws.books import LAW_BOOKS

RECORD = f"""[Event "{HOSTILE}"]
[White "Lees & <b>sons</b>"]
[Black "Wyllie"]
[Result "1-0"]

1. 11-15 23-19 {{{HOSTILE}}} 2. 8-11 22-17 3. 11-16 24-20 4. 16-23 27-11 5. 7-16 20-11
6. 3-7 28-24 7. 4-8 1-0
"""
EMPTY_PAGES = [
    "/",
    "/games/",
    "/games/?player=Anderson&year=1847&winner=draw&findings=illegal&variant=english",
    "/games/?year=not-a-year&page=99",
    "/games/check/",
    "/games/enter/",
    "/games/enter/?variant=international",
    "/games/compare/",
    "/games/imports/",
    "/games/explorer/",
    "/games/explorer/positions/",
    "/games/explorer/endings/?white_kings=2&black_kings=1",
    "/laws/",
    *(f"/laws/{key}/" for key in LAW_BOOKS),
]


@world
def club():
    return ensure_organisation(slug="demo", name="Demo", actor=SYSTEM)


@world
def game(club):
    return save_game(organisation=club, actor=SYSTEM, text=RECORD)


@pytest.fixture
def archive(club, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    upload = SimpleUploadedFile("club.pdn", RECORD.encode())
    return start_import(organisation=club, stream=upload, name="club.pdn", actor=SYSTEM, in_background=False)


@pytest.mark.django_db
@pytest.mark.parametrize("address", EMPTY_PAGES)
def test_a_page_answers_with_an_empty_archive(client, address):
    response = client.get(address)
    assert response.status_code == 200
    check_promises(response)


@pytest.mark.django_db
def test_every_dispute_opens_with_its_verdict(client):
    assert examples()
    for example in examples():
        response = client.get(reverse("games:check"), {"example": example.slug})
        assert response.status_code == 200, example.slug
        check_promises(response)
        assert "<game-viewer" in response.content.decode(), example.slug


@pytest.mark.parametrize(
    "address", ["/", "/games/", "/games/{}/", "/games/{}/?ply=3", "/games/{}/print/", "/games/explorer/"]
)
def test_a_page_answers_with_a_game_in_the_archive(client, game, address):
    response = client.get(address.format(game.pk))
    assert response.status_code == 200
    check_promises(response)


def test_an_import_has_a_page_and_its_moving_part(client, archive):
    for name in ("games:import", "games:import_progress"):
        response = client.get(reverse(name, args=[archive.pk]))
        assert response.status_code == 200
    check_promises(client.get(reverse("games:import", args=[archive.pk])))


def test_an_import_that_kept_nothing_asks_for_no_winner(archive, club, client):
    client.force_login(User.objects.create_superuser("director@club.example"))
    question = b"Which side wins with"
    assert not read_slice(import_id=archive.pk, number=0, in_background=False)
    assert question in client.get(reverse("games:import", args=[archive.pk])).content
    upload = SimpleUploadedFile("again.pdn", RECORD.encode() + b"\n")
    again = start_import(
        organisation=club, stream=upload, name="again.pdn", actor=SYSTEM, in_background=False
    )
    assert not read_slice(import_id=again.pk, number=0, in_background=False)
    page = client.get(reverse("games:import", args=[again.pk])).content
    assert b"Identical to game" in page
    assert question not in page


@pytest.mark.parametrize("address", ["/", "/games/", "/games/{}/", "/games/{}/print/"])
def test_html_in_names_and_comments_is_shown_as_text(client, game, address):
    text = client.get(address.format(game.pk)).content.decode()
    assert HOSTILE not in text
    assert "<b>sons" not in text
    assert "Lees &amp; &lt;b&gt;sons" in text


def test_html_in_a_pasted_record_is_shown_as_text(client, db):
    text = client.post(reverse("games:check"), {"pdn": RECORD}).content.decode()
    assert HOSTILE not in text
    assert "&lt;script&gt;alert(1)" in text


def test_the_viewer_shows_finding_article_and_board_without_javascript(client, game):
    text = client.get(reverse("games:game", args=[game.pk])).content.decode()
    assert "SL-I1a" in text
    assert "/laws/standard-laws/#SL-I1a" in text
    assert len(re.findall(r'class="board__piece"', text)) == 19
    assert "White men on" in text


def test_the_viewer_opens_at_the_half_move_asked_for(client, game):
    text = client.get(reverse("games:game", args=[game.pk]), {"ply": 1}).content.decode()
    assert 'last-move="11 15"' in text
    assert re.search(r'data-ply="1" aria-current="true"', text)


@pytest.mark.parametrize("ply", ["-1", "x", "99999999999", "²", "4000"])
def test_a_half_move_that_cannot_be_does_not_break_the_viewer(client, game, ply):
    assert client.get(reverse("games:game", args=[game.pk]), {"ply": ply}).status_code == 200


def test_the_printed_sheet_has_a_diagram_and_room_to_sign(client, game):
    text = client.get(reverse("games:game_sheet", args=[game.pk])).content.decode()
    assert '<svg class="board"' in text
    for name in ("White", "Black", "Arbiter", "Ruling"):
        assert name in text


def test_an_empty_search_says_so_and_leads_back(client, game):
    text = client.get(reverse("games:list"), {"player": "nobody"}).content.decode()
    assert "No games found" in text


def test_a_search_finds_by_player(client, game):
    text = client.get(reverse("games:list"), {"player": "wyllie"}).content.decode()
    assert reverse("games:game", args=[game.pk]) in text


@pytest.mark.parametrize(
    "address", ["/nowhere/", "/laws/no-such-book/", "/games/999999/", "/games/imports/77/"]
)
def test_what_is_not_there_answers_404_in_our_own_words(client, db, address):
    response = client.get(address)
    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
    check_promises(response)


def test_an_old_form_is_refused_in_our_own_words(db):
    response = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "arbiter"})
    assert response.status_code == 403
    assert "what you typed is still there" in response.content.decode()
    check_promises(response)


@pytest.mark.parametrize("name", ["games:check", "games:compare", "club:language"])
def test_forms_on_pages_kept_for_everybody_take_no_post_from_another_site(db, name):
    strict = Client(enforce_csrf_checks=True)
    response = strict.post(reverse(name), {"pdn": "1. 11-15"}, headers={"sec-fetch-site": "cross-site"})
    assert response.status_code == 403
    check_promises(response)
    ours = strict.post(reverse(name), {"pdn": "1. 11-15"}, headers={"sec-fetch-site": "same-origin"})
    assert ours.status_code != 403


@pytest.mark.parametrize("name", ["400", "403", "413", "500"])
def test_the_other_error_pages_stand_by_themselves(rf, name):
    from django.template.loader import render_to_string

    text = render_to_string(f"{name}.html")
    assert f">{name}<" in text
    assert "<h1>" in text


@pytest.mark.django_db
def test_articles_have_their_identifier_as_anchor_and_replaced_ones_lead_on(client):
    standard = client.get("/laws/standard-laws/").content.decode()
    assert 'id="SL-T4"' in standard
    derived = client.get("/laws/acf-faq/").content.decode()
    assert 'id="A-T2"' in derived
    assert "Standard Laws" in derived


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "told"),
    [
        pytest.param("frisian", ["no more than 3 in a row by the same king", "at once"], id="frisian"),
        pytest.param(
            "fmjd-64",
            [
                "30 moves by each side with 4 or 5 pieces; contradicted by F64-7.2.5",
                ", but where it can continue capturing, if possible",
            ],
            id="64",
        ),
        pytest.param("american-pool", ["13 moves by the stronger side"], id="pool"),
        pytest.param("turkish", [", 64 playing squares", "each immediately"], id="turkish"),
        pytest.param(
            "breakthrough",
            ["the first king wins", "no rule on repetition or move counts"],
            id="first king",
        ),
        pytest.param("italian", ["40 moves by each side, counted on request", "never a king"], id="italian"),
    ],
)
def test_a_law_book_tells_the_facts_of_its_games_and_every_draw_it_counts(client, key, told):
    text = " ".join(client.get(f"/laws/{key}/").content.decode().split())
    for words in told:
        assert words in text
    for clock in LAW_BOOKS[key].clocks:
        assert f'href="#{clock.article}"' in text
    marked = [*LAW_BOOKS[key].clocks, *LAW_BOOKS[key].articles.values()]
    assert text.count("unconfirmed</span>") >= sum(one.certainty.value == "unconfirmed" for one in marked)
