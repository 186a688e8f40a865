"""Chromium before the running site. Whatever the console complains of fails the test that caused it."""

import os
from shutil import which
from sqlite3 import OperationalError
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from playwright.sync_api import expect, sync_playwright

# The browser's driver keeps an event loop in this thread; the tests' own queries are not inside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

import cached_sites
from devices import FLAGS, Device
from evening import Director, found_club
from fault_proxy import FaultProxy
from pages import PATIENCE, at_rest, follow_requests, session_of
from server_process import ServerProcess

WIDE, NARROW = 1280, 390
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as driver:
        path = os.environ.get("CHROMIUM") or which("chromium-headless-shell") or which("chromium")
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
    cached_sites.demo()
    return live_server


@pytest.fixture
def open_page(chromium, site):
    """Open pages of the site, also signed in as a user; fail afterwards if anything was refused or failed.

    `prepare` is called with the page before its first request: for listeners and scripts that need the start.
    """
    contexts, complaints = [], []

    def listen(page):
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console", lambda said: said.type == "error" and complaints.append(f"{page.url}: {said.text}")
        )
        page.on("request", lambda asked: _from_elsewhere(asked, site) and complaints.append(asked.url))
        follow_requests(page)

    def opened(
        address,
        *,
        width=WIDE,
        scheme="light",
        javascript=True,
        motion="reduce",
        expected=(),
        user=None,
        prepare=None,
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
            context.add_cookies(session_of(user, site))
        page = context.new_page()
        page.expected = tuple(expected)
        listen(page)
        if prepare is not None:
            prepare(page)
        page.goto(f"{site.url}{address}")
        at_rest(page)
        return page

    yield opened
    expected = [text for context in contexts for page in context.pages for text in page.expected]
    for context in contexts:
        context.close()
    assert [said for said in complaints if not any(text in said for text in expected)] == []


def _from_elsewhere(asked, site):
    return urlsplit(asked.url).scheme.startswith("http") and not asked.url.startswith(site.url)


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def width(request):
    return request.param


@pytest.fixture
def proxy(site, settings):
    settings.ALLOWED_HOSTS = ["*"]
    with FaultProxy(int(site.url.rsplit(":", 1)[1]), seed=7) as running:
        yield running


@pytest.fixture
def device(chromium, proxy, tmp_path):
    made = Device(chromium, tmp_path / "profile", proxy.port)
    yield made
    made.close()


@pytest.fixture
def empty_site(tmp_path, templates):
    """A server of its own with an empty database."""
    server = ServerProcess(tmp_path / "data", templates, with_demo=False)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def newcomer(chromium, empty_site):
    """Open an empty site as the first user of a new club, at a width; nothing may be complained of."""
    contexts, complaints = [], []

    def opened(width=WIDE, expected=()):
        context = chromium.new_context(viewport={"width": width, "height": 900}, has_touch=width < WIDE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                said.type == "error"
                and not any(text in said.text for text in expected)
                and complaints.append(f"{page.url}: {said.text}")
            ),
        )
        empty_site.wait_until_open(context)
        found_club(page, empty_site.url)
        return Director(page)

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def pytest_terminal_summary(terminalreporter):
    """Print what an evening takes in clicks, keys, pages and seconds, beside its budgets."""
    told = [
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == "evening"
    ]
    if told:
        terminalreporter.section("evenings")
        for line in sorted(told):
            terminalreporter.write_line(line)
