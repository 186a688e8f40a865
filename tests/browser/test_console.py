"""The console on the way of an event, at a host that browsers do not trust: an address of the hall."""

import os
from shutil import which

import cached_sites
import pytest
from conftest import FLAGS
from pages import PATIENCE, at_rest, follow_requests, session_of

from club.core.actor import SYSTEM
from club.models import User
from tournaments.entries.entry_links import section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.models import Outcome
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round

HOST = "hall.example"
HUB = ("status of 404", "status of 406")  # streams are given by the hub, which is not running here
BEFORE = (
    *("/", "/accounts/login/", "/events/", "/desk/", "/desk/hall/", "/desk/events/", "/desk/events/new/"),
    *("/desk/events/{event}/", "/desk/sections/{section}/settings/", "/desk/sections/{section}/entries/"),
    *(
        "/desk/sections/{section}/check-in/",
        "/desk/sections/{section}/check-in/poster/",
        "{here}",
        "/evening/",
    ),
    *("/desk/sections/{section}/cards/", "/desk/sections/{section}/paper/", "/desk/passes/"),
)
AFTER = (
    *("/desk/sections/{section}/standings/", "/desk/sections/{section}/prizes/handout/"),
    *("/desk/sections/{section}/setup/prizes/", "/desk/events/{event}/close/", "/desk/events/{event}/"),
    *("/e/{slug}/", "/e/{slug}/{section_slug}/pairings/{number}/", "/e/{slug}/{section_slug}/standings/"),
    *("/desk/events/{event}/screens/", "/desk/backups/", "/desk/"),
)


@pytest.fixture
def browser(chromium):
    """A browser that finds the site at a name of the network, over plain http."""
    path = os.environ.get("CHROMIUM") or which("chromium-headless-shell") or which("chromium")
    flags = [*FLAGS, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    started = chromium.browser_type.launch(executable_path=path, args=flags)
    yield started
    started.close()


@pytest.fixture
def walk(browser, site, settings):
    """Open pages at the untrusted host; return the page and the messages of its console."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HOST]
    port, said, contexts = site.url.rpartition(":")[2], [], []

    def opened(width, user):
        context = browser.new_context(viewport={"width": width, "height": 844}, has_touch=width < 1280)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if user is not None:
            cookies = session_of(user, site)
            context.add_cookies([{**one, "url": f"http://{HOST}:{port}"} for one in cookies])
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
        page.on("console", lambda one: said.append(f"{page.url}: {one.type}: {one.text}"))
        follow_requests(page)

        def go(address):
            page.goto(f"http://{HOST}:{port}{address}")
            at_rest(page)

        return page, go

    yield opened
    for context in contexts:
        context.close()
    told = [one for one in said if not any(text in one for text in HUB)]
    assert told == []


def test_the_console_is_silent_on_the_way_of_an_event(walk, site):
    section = cached_sites.demo_event().sections.select_related("event").get()
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    user = User.objects.create_superuser("site@north.example", "x")
    names = {
        "event": section.event_id,
        "slug": section.event.slug,
        "section": section.pk,
        "section_slug": section.slug,
        "here": f"/e/{section.event.slug}/{section.slug}/here/{section_secret(section)}/",
    }
    page, go = walk(1280, user)
    for address in BEFORE:
        go(address.format(**names))
    go("/desk/events/new/")
    page.get_by_label("Name of the event").fill("Here and now")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/entries/")
    at_rest(page)
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    go(f"/desk/rounds/{draft.pk}/")
    page.get_by_role("button", name="Publish", exact=False).first.click()
    page.get_by_role("region", name=f"Round {draft.number} is public").wait_for()
    page.locator(".game button").first.click()
    page.locator(".game button[aria-pressed=true]").first.wait_for()
    names |= {"round": draft.pk, "number": draft.number}
    for address in ("/hall/{section}/", "/desk/rounds/{round}/print/slips/", "/evening/"):
        go(address.format(**names))
    for pairing in draft.pairings.filter(black__isnull=False, games__outcome=Outcome.PENDING):
        record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    go(f"/desk/rounds/{draft.pk}/")
    page.get_by_role("button", name="Close round", exact=False).first.click()
    at_rest(page)
    for address in AFTER:
        go(address.format(**names))
        page.go_back()
        at_rest(page)
    phone, open_on_phone = walk(390, None)
    open_on_phone(names["here"])
    phone.get_by_role("button").first.click()
    at_rest(phone)
    open_on_phone("/evening/")


def test_the_console_is_silent_on_the_first_pages_of_a_phone(walk, site):
    _page, go = walk(390, None)
    for address in ("/", "/accounts/login/", "/pass/"):
        go(address)


def test_a_swap_copies_no_style_that_a_script_has_set(walk, site):
    """The policy refuses style attributes, which htmx copies to new elements unless it is told not to."""
    user = User.objects.create_superuser("site@north.example", "x")
    page, go = walk(1280, user)
    go("/desk/hall/")
    page.evaluate("document.getElementById('hall').style.translate = '1px'")
    page.evaluate("htmx.ajax('GET', '/desk/hall/', { target: '#hall', swap: 'outerHTML' })")
    at_rest(page)
    assert page.locator("#hall").get_attribute("style") is None
