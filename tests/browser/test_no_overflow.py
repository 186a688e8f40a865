"""No page is wider than the screen, from a small phone to a large desk: every address that links lead to.

Each kind of address is opened once and resized, which is cheaper than opening it for every width.
"""

import re
from collections import deque

import cached_sites
import pytest
from django.urls import Resolver404, resolve, reverse
from pages import session_of
from playwright.sync_api import Error

from club.core.actor import SYSTEM
from club.models import User
from tournaments.entries.entry_links import entry_secret, section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.models import BoardCard, Section
from tournaments.rounds.services.rounds import propose_round
from tournaments.screens.services.screens import make_screen

WIDTHS = (320, 360, 390, 768, 1024, 1280, 1920)
STARTS = ("/", "/desk/", "/desk/events/", "/clubs/", "/accounts/login/", "/welcome/")
NO_PAGES = re.compile(r"/(static|media|api|admin)/|/accounts/logout/|/accounts/3rdparty/")
KINDS_WALKED = 150
LINKS = """() => [...document.querySelectorAll("a[href]:not([download])")]
    .filter((link) => link.origin === location.origin)
    .map((link) => link.pathname + link.search)"""
WIDER = """() => {
    const isWider = (one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1
    const found = [...document.querySelectorAll("main *, footer *, .desk__side *")].filter(isWider)
    const outside = found.filter((one) => !one.closest(":is(nav, .table-wrap)"))
    return outside.slice(0, 3).map((one) => `${one.localName}.${one.className}`)
}"""


def kind_of(address):
    """Name of the view; nothing for what is no page."""
    path = address.partition("?")[0]
    try:
        return "" if NO_PAGES.match(path) else resolve(path).view_name
    except Resolver404:
        return ""


def addresses_without_links():
    """Pages that people reach by a code, a link in a mail, or a press."""
    section = Section.objects.get(event__name="Demo club open")
    set_admission(section_id=section.pk, is_open=True, check_in_is_open=True, actor=SYSTEM)
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    entry, event = section.entries.first(), section.event
    here = reverse("tournaments:here", args=[event.slug, section.slug, section_secret(section)])
    return [
        "/desk/search/?q=de",
        reverse("tournaments:desk_round", args=[draft.pk]),
        f"{here}?who={entry.pk}",
        reverse("tournaments:enter", args=[event.slug]),
        reverse("tournaments:entry", args=[entry_secret(entry)]),
        reverse("tournaments:desk_arrival", args=[entry.pk]),
        *(
            reverse("tournaments:embed", args=[event.slug, section.slug, what])
            for what in ("standings", "pairings")
        ),
        reverse("tournaments:board", args=[BoardCard.objects.filter(section=section).first().token]),
        reverse("tournaments:hall"),
        reverse("tournaments:hall_section", args=[section.pk]),
        reverse("tournaments:calls_of_mine"),
        reverse("tournaments:screens"),
        reverse(
            "tournaments:screen", args=[make_screen(event_id=event.pk, family_id=None, actor=SYSTEM).token]
        ),
        *(
            reverse("tournaments:round_sheet", args=[section.round_rows.first().pk, what])
            for what in ("slips", "scores")
        ),
    ]


@pytest.mark.slow
def test_no_page_is_wider_than_the_screen(open_page, site):
    cached_sites.demo_club()
    keeper = User.objects.create_superuser("site@north.example", "x")
    given = [*STARTS, *addresses_without_links()]
    todo, seen, wide = deque(given), set(), []
    page = open_page("/", width=WIDTHS[0], expected=["status of 40", "Failed to load"])
    page.context.add_cookies(session_of(keeper, site))
    while todo:
        address = todo.popleft()
        kind = kind_of(address)
        if not kind or (kind in seen and address not in given):
            continue
        seen.add(kind)
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        try:
            answer = page.goto(f"{site.url}{address}", wait_until="load")
        except Error as error:
            if "Download is starting" in error.message:
                continue
            raise
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((address, width, page.evaluate(WIDER)))
        todo.extend(link for link in page.evaluate(LINKS) if kind_of(link) not in seen)
    assert wide == []
    assert len(seen) >= KINDS_WALKED
