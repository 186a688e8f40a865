"""Pages without secrets are compressed, others never (BREACH)."""

import gzip

import pytest
from django.conf import settings
from django.test import Client

from club.core.compression import accepts_gzip
from club.live.published import PAGE_CACHE, cached_response
from club.models import User

pytestmark = pytest.mark.django_db
LAWS, EXPLORER, LOGIN = "/laws/", "/games/explorer/?variant=english", "/accounts/login/"
GZIP = {"accept-encoding": "gzip, deflate"}


@pytest.fixture(autouse=True)
def empty_cache():
    PAGE_CACHE.clear()


def is_compressed(answer):
    assert "Accept-Encoding" in answer.headers.get("Vary", "") or "Content-Encoding" not in answer.headers
    return answer.headers.get("Content-Encoding") == "gzip"


@pytest.mark.parametrize("address", [LAWS, f"{LAWS}?again", EXPLORER, "/nowhere/"])
def test_a_page_without_secrets_is_compressed(address):
    plain = Client().get(address)
    packed = Client().get(address, headers=GZIP)
    assert not is_compressed(plain)
    assert is_compressed(packed)
    assert len(packed.content) == int(packed.headers["Content-Length"]) < len(plain.content) / 2
    assert b"</html>" in gzip.decompress(packed.content)
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_a_page_with_a_csrf_token_is_not_compressed():
    answer = Client().get(LOGIN, headers=GZIP)
    assert b"csrfmiddlewaretoken" in answer.content
    assert not is_compressed(answer)


def test_a_page_for_somebody_with_a_session_is_not_compressed():
    visitor = Client()
    visitor.force_login(User.objects.create_user("anna@north.example"))
    for address in (LAWS, EXPLORER, "/desk/"):
        assert not is_compressed(visitor.get(address, headers=GZIP, follow=True))


def test_a_page_for_a_known_device_is_not_compressed():
    visitor = Client()
    visitor.cookies[settings.DEVICE_COOKIE_NAME] = "secret"
    assert not is_compressed(visitor.get(EXPLORER, headers=GZIP))


def test_answers_that_are_no_pages_stay_as_they_are():
    assert not is_compressed(Client().get("/robots.txt", headers=GZIP))


def test_a_kept_page_is_known_by_its_tag_in_both_forms():
    packed = Client().get(LAWS, headers=GZIP)
    assert packed.headers["ETag"].startswith("W/")
    for tag in (packed.headers["ETag"], Client().get(LAWS).headers["ETag"]):
        assert Client().get(LAWS, headers={**GZIP, "if-none-match": tag}).status_code == 304


def test_the_hub_gives_away_the_compressed_form():
    page = Client(headers={"host": "testserver"}).get(LAWS).content
    asked = {b"host": b"testserver", b"accept-encoding": b"br, gzip"}
    status, headers, body = cached_response(path=LAWS, scheme="http", headers=asked)
    assert (status, gzip.decompress(body)) == (200, page)
    assert (b"content-encoding", b"gzip") in headers
    assert (b"content-length", str(len(body)).encode()) in headers
    del asked[b"accept-encoding"]
    assert cached_response(path=LAWS, scheme="http", headers=asked)[2] == page


@pytest.mark.parametrize(
    ("told", "accepts"),
    [
        ("gzip", True),
        ("br, gzip;q=0.8", True),
        ("GZIP", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("xgzip", False),
    ],
)
def test_what_a_browser_accepts(told, accepts):
    assert accepts_gzip(told) is accepts
