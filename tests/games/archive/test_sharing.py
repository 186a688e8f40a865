"""A game outside the site: link previews, pictures, the share panel, the frame."""

import re

import pytest
from django.urls import reverse
from records import game

from games.models import Game

pytestmark = pytest.mark.django_db

RECORD = game("1. 11-15 23-19 2. 8-11 22-17", GameType="21", Event="Glasgow <Open>")


@pytest.fixture
def kept(bring_in):
    return Game.objects.get(archive_import=bring_in(RECORD.encode()))


def meta(client, path, name):
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)"', client.get(path).content.decode())
    return found.group(1) if found else None


def test_a_link_to_a_position_is_previewed_with_that_position(client, kept):
    page = reverse("games:game", args=[kept.pk])
    whole, asked = meta(client, page, "image"), meta(client, f"{page}?ply=2", "image")
    assert "/card/4/" in whole
    assert "/card/2/" in asked
    assert meta(client, f"{page}?ply=2", "url").endswith(f"{page}?ply=2")
    assert meta(client, page, "title") == "White, W. \N{EN DASH} Black, B."
    assert meta(client, page, "description").startswith("Glasgow &lt;Open&gt;")
    answer = client.get(asked.removeprefix("http://testserver"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_an_older_version_of_a_card_leads_to_the_present_one(client, kept):
    answer = client.get(reverse("games:card", args=[kept.pk, 2, "older"]))
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200


def test_a_position_beyond_the_end_has_no_picture(client, kept):
    assert client.get(reverse("games:picture_png", args=[kept.pk, 4])).status_code == 200
    for name in ("games:picture_png", "games:picture_svg", "games:embed"):
        assert client.get(reverse(name, args=[kept.pk, 5])).status_code == 404


def test_the_share_panel_is_a_page_and_a_part(client, kept, settings):
    settings.PHONE_ADDRESS = "http://club.example/"
    address = reverse("games:share", args=[kept.pk])
    page = client.get(f"{address}?ply=3").content.decode()
    assert f'value="http://club.example/games/{kept.pk}/?ply=3"' in page
    assert f"&lt;iframe src=&quot;http://club.example/games/{kept.pk}/embed/3/&quot;" in page
    assert 'class="qr"' in page
    assert 'content="noindex"' in page
    part = client.get(f"{address}?ply=3", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part


def test_other_sites_may_frame_the_game_without_cookies(client, kept):
    answer = client.get(reverse("games:embed_game", args=[kept.pk]))
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert len(answer.content) < 60_000
    dark = client.get(reverse("games:embed_theme", args=[kept.pk, 1, "dark"]))
    assert "embed--dark" in dark.content.decode()
    assert client.get(reverse("games:embed_theme", args=[kept.pk, 1, "pink"])).status_code == 404
