"""Chromium before the running site. Whatever the console complains of fails the test that caused it."""

import os
from sqlite3 import OperationalError
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.test import Client
from playwright.sync_api import expect, sync_playwright

# The browser's driver keeps an event loop in this thread; the tests' own queries are not inside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

import kept_sites

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
WIDE, NARROW = 1280, 390
PATIENCE = 120_000  # milliseconds: what takes longer on a busy machine will not come
QUIET_LOOKS, MOST_LOOKS = 4, 500
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as driver:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        browser.new_context = _patient(browser.new_context)
        yield browser
        browser.close()


def _patient(new_context):
    def patient(**options):
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    return patient


def _read_past_writers(connection, **_):
    """The database of a test is one in memory, whose tables are locked for readers while somebody writes."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA read_uncommitted = 1")


connection_created.connect(_read_past_writers)


def _wait_for_writers(execute):
    """On disk a writer waits for another one; in memory it is told at once that the table is locked."""

    def patient(cursor, *arguments):
        until = monotonic() + PATIENCE / 1000
        while True:
            try:
                return execute(cursor, *arguments)
            except OperationalError as refused:
                if "table is locked" not in str(refused) or monotonic() > until:
                    raise
                sleep(0.01)

    return patient


SQLiteCursorWrapper.execute = _wait_for_writers(SQLiteCursorWrapper.execute)


@pytest.fixture
def site(live_server, transactional_db):
    """The running site with the demo club in its archive."""
    kept_sites.demo()
    return live_server


@pytest.fixture
def open_page(chromium, site):
    """Opens pages of the site, also to a user; afterwards nothing may have been refused or have failed."""
    contexts, complaints = [], []

    def listen(page):
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console", lambda said: said.type == "error" and complaints.append(f"{page.url}: {said.text}")
        )
        page.on("request", lambda asked: _from_elsewhere(asked, site) and complaints.append(asked.url))
        _follow_requests(page)

    def opened(
        address, *, width=WIDE, scheme="light", javascript=True, motion="reduce", expected=(), user=None
    ):
        context = chromium.new_context(
            viewport={"width": width, "height": 844},
            color_scheme=scheme,
            java_script_enabled=javascript,
            has_touch=width < WIDE,
            reduced_motion=motion,
        )
        contexts.append(context)
        if user is not None:
            context.add_cookies(_session_of(user, site))
        page = context.new_page()
        page.expected = tuple(expected)
        listen(page)
        page.goto(f"{site.url}{address}")
        _at_rest(page)
        return page

    yield opened
    expected = [text for context in contexts for page in context.pages for text in page.expected]
    for context in contexts:
        context.close()
    assert [said for said in complaints if not any(text in said for text in expected)] == []


def _follow_requests(page):
    """Keep the requests that wait for their answer; streams of events never end and are left out."""
    page.in_flight = set()
    page.on("request", lambda asked: asked.resource_type == "eventsource" or page.in_flight.add(asked))
    for ended in ("requestfinished", "requestfailed"):
        page.on(ended, lambda asked: page.in_flight.discard(asked))  # noqa: PLW0108 - a built-in takes no marks


def _at_rest(page):
    """Wait until a page is loaded and asks for nothing; "networkidle" would take half a second more."""
    page.wait_for_load_state("load")
    quiet = 0
    for _ in range(MOST_LOOKS):
        page.wait_for_timeout(20)
        quiet = 0 if page.in_flight else quiet + 1
        if quiet == QUIET_LOOKS:
            return


def _session_of(user, site):
    client = Client()
    client.force_login(user)
    return [{"name": name, "value": one.value, "url": site.url} for name, one in client.cookies.items()]


def _from_elsewhere(asked, site):
    return urlsplit(asked.url).scheme.startswith("http") and not asked.url.startswith(site.url)


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def width(request):
    return request.param
