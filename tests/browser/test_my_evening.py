"""My evening on a phone: check in by the poster, ring when paired, report, and the page without network."""

import cached_sites
import pytest
from axe import axe_on
from django.db.models import Q
from pages import at_rest
from playwright.sync_api import expect
from test_touch_targets import too_low

from club.core.actor import SYSTEM
from tournaments.entries.entry_links import section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.models import Outcome, ResultReport
from tournaments.rounds.services.rounds import propose_round, publish_round

NARROW = 390
EXPECTED = ["status of 404", "status of 406", "net::ERR_", "htmx:"]  # no hub is running here
SPY = "window.shakes = []; navigator.vibrate = (how) => window.shakes.push(how);"


@pytest.fixture
def section(site):
    section = cached_sites.demo_event().sections.get()
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    return section


def publish(section):
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    return publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)


def check_in(open_page, section, name):
    """A phone that scans the poster and taps a name."""
    here = f"/e/{section.event.slug}/{section.slug}/here/{section_secret(section)}/"
    page = open_page(here, width=NARROW, expected=EXPECTED, prepare=lambda page: page.add_init_script(SPY))
    page.get_by_role("link", name=name).tap()
    page.get_by_role("button", name="Yes, I am here").tap()
    expect(page.get_by_role("heading", name="Waiting for the pairing")).to_be_visible()
    at_rest(page)
    return page


def test_a_phone_checks_in_rings_when_paired_and_reports(open_page, section):
    anna = section.entries.get(number=1)
    page = check_in(open_page, section, anna.name)
    page.get_by_role("button", name="Ring when I am paired").tap()
    assert len(page.evaluate("window.shakes")) == 1  # so it feels and sounds
    row = publish(section)
    board = row.pairings.get(Q(white=anna) | Q(black=anna))
    heading = page.get_by_role("heading", name=f"Board {board.board_number}")
    expect(heading).to_be_visible()
    assert page.evaluate("window.shakes.length") == 2
    opponent = board.black if board.white == anna else board.white
    expect(page).to_have_title(f"● Board {board.board_number}: {opponent.name}")
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW

    page.context.set_offline(True)
    expect(page.locator("#kept")).to_be_visible()
    page.locator("summary", has_text=f"{anna.name} won").tap()
    page.get_by_role("button", name=f"Send: {anna.name} won").tap()
    expect(page.locator("#waiting")).to_be_visible()
    assert not ResultReport.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("You reported:")).to_be_visible()
    assert ResultReport.objects.get().outcome in {Outcome.WHITE, Outcome.BLACK}

    page.wait_for_function(f"caches.match('/evening/{anna.pk}/').then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("html[data-kept]")).to_have_count(1)  # the copy of the worker
    expect(page.locator("#kept")).to_be_visible()
    expect(heading).to_be_visible()
    assert page.evaluate("window.shakes.length") == 0  # the same board after loading does not ring
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()
    assert axe_on(page).response["violations"] == []
    assert too_low(page) == set()  # opens all details
    at_rest(page)
    page.get_by_role("button", name=f"Remove {anna.name} from this phone").tap()
    expect(page.get_by_text("This phone shows no player yet.")).to_be_visible()
    page.wait_for_function(
        "caches.open('draughts-evening').then(kept => kept.keys()).then(all => !all.length)"
    )
