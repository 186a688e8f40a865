"""Pages with markers in every text field, in Chromium: nothing runs, is reported or is fetched."""

import sys
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from django.template import base
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from effort import THOROUGH, amount
from pages import at_rest, follow_requests
from planted import Garden, faults_of_page, plant_records, plant_rows
from planted_corpus import HOST, PAYLOADS, numbers_in
from playwright.sync_api import Error

sys.path.append(str(Path(__file__).parent.parent / "site"))

from access_world import CLERK, SUPERUSER, VISITOR, World
from addresses import address_named, addresses
from walking import BROKEN

from club.live.published import PAGE_CACHE
from club.models import Role

TURNS = amount(1, 4)
ACTORS = amount((CLERK, VISITOR), (VISITOR, SUPERUSER, CLERK, Role.DIRECTOR.value, Role.PLAYER.value))
ONE_IN = amount(12, 1)
NOT_PAGES = ("api/", "live/", "static/", "media/")
LISTEN = """
window.plantedSigns = [];
window.planted = number => window.plantedSigns.push(`planted(${number}) ran`);
document.addEventListener("securitypolicyviolation", told => window.plantedSigns.push(
  `report: ${told.violatedDirective} ${told.blockedURI} ${told.sample} ${told.sourceFile}`));
"""
SIGNS = "() => window.plantedSigns"


class Visitor:
    """Somebody before Chromium who visits planted pages and notes every sign of a marker that is no text."""

    def __init__(self, chromium, site, cookies, garden):
        self.site, self.garden, self.signs = site, garden, []
        self.context = chromium.new_context()
        self.context.add_init_script(LISTEN)
        self.context.route(f"**://{HOST}/**", lambda route: route.abort())
        self.context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies.items()])
        self.page = page = self.context.new_page()
        page.on("dialog", lambda one: (self._note(f"dialog {one.message}"), one.dismiss()))
        page.on("pageerror", lambda one: self._note(f"error {one}"))
        page.on("console", lambda one: self._console(one.text))
        page.on("request", lambda one: HOST in one.url.partition("?")[0] and self._note(f"request {one.url}"))
        follow_requests(page)

    def visit(self, path):
        """Open a page and return what is wrong with it; None if it is no page."""
        self.signs = []
        try:
            if not self._open(path):
                return None
        except Error as lost:  # a marker led to another page meanwhile
            self._note(f"the page was left: {lost}")
        return [f"{path}: {one} from {self.garden.named(numbers_in(one))}" for one in self.signs]

    def _open(self, path):
        """Return whether it is a page, and note its faults."""
        try:
            answer = self.page.goto(f"{self.site.url}{path}")
        except Error as refused:
            if "Download is starting" in str(refused) or "ERR_ABORTED" in str(refused):
                return False
            raise
        if "text/html" not in (answer.headers.get("content-type") or ""):
            return False
        if answer.status == BROKEN:
            self._note("broken")
        at_rest(self.page)
        for sign in (*self.page.evaluate(SIGNS), *faults_of_page(self.page.content())):
            self._note(sign)
        return True

    def _console(self, text):
        if "Content Security Policy" in text or "planted" in text:
            self._note(f"console: {text}")

    def _note(self, sign):
        self.signs.append(sign)


@pytest.fixture
def world(live_server, transactional_db):
    cache.clear()
    with transaction.atomic():
        return World()


def paths(world):
    """Return the addresses of this run that may be pages."""
    known = {one: one.path(world.own) for one in addresses() if not one.route.startswith(NOT_PAGES)}
    return [path for one, path in known.items() if THOROUGH or not one.route.startswith("admin/")][::ONE_IN]


@pytest.mark.parametrize("turn", range(TURNS))
@pytest.mark.parametrize("actor", ACTORS)
def test_no_marker_is_more_than_text(actor, turn, chromium, live_server, world, record_property):
    there = paths(world)
    garden = plant_rows(Garden(turn))
    plant_records(garden)
    cache.clear()
    visitor = Visitor(chromium, live_server, world.cookies[actor], garden)
    visits = {path: visitor.visit(path) for path in there}
    visitor.context.close()
    pages = [found for found in visits.values() if found is not None]
    record_property("pages", len(pages))
    faults = [fault for found in pages for fault in found]
    assert not faults, "\n".join(faults)
    assert len(pages) > len(there) // 3


@pytest.mark.parametrize("payload", [one for one in PAYLOADS if one.startswith("<")])
def test_a_name_that_is_not_escaped_is_found(payload, chromium, live_server, world, monkeypatch):
    """The negative control."""
    event, text = world.own.event, payload.replace("{n}", "999")
    type(event).objects.filter(pk=event.pk).update(name=text)
    path = address_named("tournaments:event").path(world.own)
    assert visit_once(chromium, live_server, path) == []
    monkeypatch.setattr(
        base,
        "conditional_escape",
        lambda value: mark_safe(value) if str(value) == text else conditional_escape(value),  # noqa: S308
    )
    found = visit_once(chromium, live_server, path)
    assert found


def visit_once(chromium, site, path):
    """Return what a newcomer finds on a page that nobody keeps in memory."""
    cache.clear()
    PAGE_CACHE.clear()
    visitor = Visitor(chromium, site, {}, Garden())
    found = visitor.visit(path)
    visitor.context.close()
    return found
