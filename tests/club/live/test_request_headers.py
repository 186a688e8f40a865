"""Headers of requests mean to the hub, its caches and its limits what they mean to Django.

Requests go over a socket through the stack that a site serves: uvicorn, hub, lanes, a2wsgi, Django.
"""

import http.client
import logging
from contextlib import closing
from datetime import timedelta
from io import BytesIO

import pytest
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import connections
from django.utils import timezone
from event_rows import section_of, somebody
from hub_server import open_hub
from hypothesis import given
from hypothesis import strategies as st
from people import browser_of
from processes import REPOSITORY

from club.config.wsgi import application
from club.core import known_callers
from club.core.known_callers import KNOWN_CALLERS, credential_in
from club.core.requests import SESSION_KEY
from club.live import published
from club.live.hub import grants, lanes
from club.live.hub.lanes import Lanes, address_of
from club.live.hub.public_process import PublicProcess
from club.live.published import PAGE_CACHE
from club.models import HelperPass, PassLevel

pytestmark = pytest.mark.django_db(transaction=True)
LANGUAGE, SESSION = settings.LANGUAGE_COOKIE_NAME, settings.SESSION_COOKIE_NAME
LAWS = "/laws/"
ENGLISH = ("Accept-Language", "en")
SPELLINGS = [
    pytest.param("{}={}", id="plain"),
    pytest.param("{} ={}", id="blank before the sign"),
    pytest.param("{}\t= {}", id="tab before the sign"),
    pytest.param('x=1;{} ="{}"', id="quoted"),
    pytest.param("{}\xc2\xa0={}", id="blank of Unicode"),
    pytest.param("{0}=en; {0} ={1}", id="named twice"),
]


@pytest.fixture
def site(monkeypatch):
    pages = WSGIMiddleware(application, workers=1)
    with open_hub(monkeypatch, pages=Lanes(pages, PublicProcess("", pages))) as opened:
        yield opened
    pages.executor.submit(connections.close_all).result(60)
    pages.executor.shutdown()
    KNOWN_CALLERS.clear()


@pytest.fixture
def draft(db):
    return section_of(public=False).event


@pytest.fixture
def director(draft):
    """Session of somebody who may see the draft and its cases."""
    return browser_of(somebody("director").user).cookies[SESSION].value


@pytest.fixture
def helper(draft, client):
    """Session of a phone with a helper pass of the draft."""
    row = HelperPass.objects.create(
        label="Phone",
        level=PassLevel.HELPER,
        organisation=draft.organisation,
        event_id=draft.pk,
        expires_at=timezone.now() + timedelta(days=1),
    )
    session = client.session
    session[SESSION_KEY] = row.pk
    session.save()
    return session.session_key


def answer_to(site, path, *headers, method="GET"):
    """Return the answer to these header lines, and its page."""
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        connection.putrequest(method, path)
        for name, value in headers:
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer, answer.read().decode()


def ask(site, path, *headers, method="GET"):
    """Return the status and the page for these header lines."""
    answer, page = answer_to(site, path, *headers, method=method)
    return answer.status, page


def cookie(spelling, name, value):
    return "Cookie", spelling.format(name, value)


def status_of_stream(site, channel, *headers):
    return site.listen(channel, headers=dict(headers)).status


# -- cookies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_page_in_a_chosen_language_is_given_to_nobody_else(site, spelling):
    for _ in range(2):  # rendered, and from memory
        assert '<html lang="ru"' in ask(site, LAWS, ENGLISH, cookie(spelling, LANGUAGE, "ru"))[1]
        assert '<html lang="en"' in ask(site, LAWS, ENGLISH)[1]
        assert '<html lang="en"' in ask(site, LAWS, ENGLISH, cookie("{}={}", LANGUAGE, "en"))[1]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_draft_seen_by_its_director_is_not_stored_for_visitors(site, draft, director, spelling):
    address = f"/e/{draft.slug}/"
    for _ in range(2):
        status, page = ask(site, address, cookie(spelling, SESSION, director))
        assert (status, 'data-owner="user:' in page) == (200, True)
        assert ask(site, address)[0] == 404


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_stream_is_not_shared_with_visitors(site, draft, director, helper, spelling):
    section = draft.sections.get()
    for channel, session in ((f"cases:{draft.pk}", director), (f"reports:{section.pk}", helper)):
        assert status_of_stream(site, channel, cookie(spelling, SESSION, session)) == 200
        assert status_of_stream(site, channel) == 401
        assert status_of_stream(site, channel, cookie("{}={}", LANGUAGE, "ru")) == 401


def test_several_cookie_headers_are_one(site, draft, director):
    """A proxy may pass on the lines of HTTP/2 as they came."""
    split = [("Cookie", "x=1"), ("Cookie", f"{SESSION}={director}"), ("Cookie", f"{LANGUAGE}=ru")]
    for _ in range(2):
        status, page = ask(site, f"/e/{draft.slug}/", *split)
        assert (status, '<html lang="ru"' in page) == (200, True)
        assert ask(site, f"/e/{draft.slug}/")[0] == 404
    assert ask(site, f"/e/{draft.slug}/", *reversed(split))[0] == 200


@pytest.mark.parametrize("who", ["director", "helper"])
def test_no_page_of_a_session_is_stored_whatever_its_key(site, draft, who, monkeypatch, request):
    """The second line of defence: here the key of a page knows no cookie."""
    key = published.page_key
    monkeypatch.setattr(published, "page_key", lambda **facts: key(**{**facts, "cookies": {}}))
    sent = cookie("{}={}", SESSION, request.getfixturevalue(who))
    for address in (LAWS, f"/e/{draft.slug}/"):
        status, _page = ask(site, address, sent)
        assert status == (404 if who == "helper" and address != LAWS else 200)
        assert not PAGE_CACHE.pages
        assert ask(site, address)[0] == (200 if address == LAWS else 404)
        assert "data-owner" not in ask(site, LAWS)[1]
        PAGE_CACHE.clear()


def test_a_stream_that_visitors_share_is_asked_about_without_credentials(site, draft, director, monkeypatch):
    """The second line of defence: here the key of a stream knows no credential."""
    monkeypatch.setattr(grants, "has_credential", lambda _headers: False)
    assert status_of_stream(site, f"cases:{draft.pk}", cookie("{}={}", SESSION, director)) == 401


PIECES = st.sampled_from(
    [*'=;;== \t"\\,\xa0\x85\x1c\xc2', "\xc2\xa0", "\xe3\x80\x80", "\xff", "\\073", SESSION, "ru"]
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_cookies_are_read_as_django_reads_them(header):
    request = WSGIRequest({"REQUEST_METHOD": "GET", "wsgi.input": BytesIO(), "HTTP_COOKIE": header})
    assert known_callers.cookies_in(header) == request.COOKIES


@pytest.mark.parametrize("other", ["a b=1; ", "{x}: 1; ", f"{SESSION}=invented; "])
def test_a_caller_is_known_by_the_session_that_django_reads(other):
    """A cookie of another program on the host does not make the desk a stranger."""
    assert credential_in(f"{other}{SESSION}=real", "") == credential_in(f"{SESSION}=real", "")


# -- headers of the proxy --------------------------------------------------------------------------

OF_THE_PROXY = ("X-Forwarded-For", "198.51.100.7")
FORGED = "203.0.113.66"
NOT_THERE = "/e/none/"


@pytest.fixture
def addresses(site, settings, monkeypatch, caplog):
    """Addresses as the queue of strangers has them, and as the log has them, request by request."""
    settings.PROXIES = 1
    queued = []
    monkeypatch.setattr(lanes, "address_of", lambda *asked: queued.append(address_of(*asked)) or queued[-1])
    caplog.set_level(logging.INFO, logger="club.requests")

    def seen():
        return queued, [line.facts["address"] for line in caplog.records if line.name == "club.requests"]

    return seen


@pytest.mark.parametrize("name", ["X_Forwarded_For", "X-Forwarded_For", "x_forwarded-for"])
def test_the_address_cannot_be_forged_by_an_underscore(site, addresses, name):
    """WSGI spells both headers HTTP_X_FORWARDED_FOR. Nginx drops one with an underscore, Caddy does not."""
    both = [OF_THE_PROXY, (name, FORGED)]
    for sent in (both, both[::-1]):
        assert ask(site, NOT_THERE, *sent)[0] == 404
    real = [OF_THE_PROXY[1]] * 2
    assert addresses() == (real, real)
    ask(site, NOT_THERE, (name, FORGED))
    assert addresses() == ([*real, ""], [*real, "127.0.0.1"])


def test_addresses_in_several_headers_are_one_list(site, addresses, settings):
    settings.PROXIES = 2
    ask(site, NOT_THERE, ("X-Forwarded-For", FORGED), OF_THE_PROXY, ("X-Forwarded-For", "10.0.0.1"))
    assert addresses() == ([OF_THE_PROXY[1]], [OF_THE_PROXY[1]])


def test_a_limit_counts_a_forger_by_the_real_address(site, settings):
    settings.PROXIES = settings.POSTS_A_MINUTE = 1
    forged = [("X_Forwarded_For", f"203.0.113.{number}") for number in range(2)]
    statuses = [ask(site, "/games/check/", OF_THE_PROXY, one, method="POST")[0] for one in forged]
    assert statuses[1] == 429 != statuses[0]


@pytest.mark.parametrize("name", ["X_Forwarded_Proto", "X-Forwarded_Proto"])
def test_https_cannot_be_claimed_by_an_underscore(site, settings, name):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60

    def is_https(*sent):
        return answer_to(site, NOT_THERE, *sent)[0].getheader("Strict-Transport-Security") is not None

    assert not is_https((name, "https"))
    assert not is_https((name, "https"), ("X-Forwarded-Proto", "http"))
    assert is_https((name, "http"), ("X-Forwarded-Proto", "https"))


def test_the_proxy_drops_underscores_too():
    before = (REPOSITORY / ".deploy" / "Caddyfile").read_text("utf-8").partition("reverse_proxy {")[0]
    assert "request_header -*_*\n" in before.rpartition("handle {")[2]
