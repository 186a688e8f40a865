"""Players from a list that stays in the form, and a static copy that any web server serves."""

import threading
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from club_evening import section_of
from playwright.sync_api import expect
from test_every_page import EXPECTED, keeper

from club.core.actor import SYSTEM
from games.models import Game
from tournaments.models import GameResult, Round
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.site.static_copy import copies

LIST = "Relatienummer;Naam;Vereniging;Rating;Geboren\n" + "\n".join(
    f"{100 + at};{name};Noord;{1200 + at};{1980 + at}"
    for at, name in enumerate(("Vries, Piet de", "Vries, Anna de", "Smit, Jan"))
)


def test_a_list_is_searched_twice_and_chosen_players_are_added(open_page, width):
    section = section_of(4)
    page = open_page(
        f"/desk/sections/{section.pk}/player-list/", width=width, expected=EXPECTED, user=keeper()
    )
    file = {"name": "list.txt", "mimeType": "text/plain", "buffer": LIST.encode()}
    page.get_by_label("List", exact=True).set_input_files(file)
    names = page.get_by_label("Names or federation numbers")
    names.fill("vries\nnobody")
    page.get_by_role("button", name="Search list").click()
    expect(page.get_by_text("Not in the list: nobody")).to_be_visible()
    expect(page.locator("[name=take]:checked")).to_have_count(0)  # two fit, so the director chooses
    names.fill("vries anna\n102")
    page.get_by_role("button", name="Search list").click()
    expect(page.get_by_role("heading", name="2 players found")).to_be_focused()
    expect(page.locator("[name=take]:checked")).to_have_count(2)
    page.get_by_role("button", name="Add chosen players").click()
    expect(page.get_by_text("2 players added.")).to_be_visible()
    told = section.entries.filter(federation_id__in=["101", "102"]).values_list("name", "birth_year")
    assert sorted(told) == [("Smit, Jan", 1982), ("Vries, Anna de", 1981)]


@pytest.fixture
def served(tmp_path):
    """The address of a folder below a path, on a server that knows files alone."""
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    handler.log_message = lambda *_: None
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/below"
        server.shutdown()


def test_a_copy_works_below_a_path_of_another_host(chromium, site, served, tmp_path, width, monkeypatch):
    section = section_of(4)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    result = GameResult.objects.filter(pairing__round=row).first()
    result.game = Game.objects.order_by("pk").first()
    result.save()
    monkeypatch.setattr(copies, "PAGES", {one for one in copies.PAGES if not one.endswith("_pdf")})
    at = datetime(2026, 3, 15, 18, 30, tzinfo=UTC)
    asked = copies.CopyRequest(event=section.event, languages=["en", "nl"], made_at=at)
    copies.publish_copy(asked, tmp_path / "below" / "copy")
    context = chromium.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    # A font that a page has not loaded when it is left is no complaint.
    page.on("requestfailed", lambda it: it.failure == "net::ERR_ABORTED" or complaints.append(it.url))
    page.on("response", lambda got: got.status >= 400 and complaints.append(got.url))
    page.on("request", lambda got: got.url.startswith(served) or complaints.append(got.url))
    page.goto(f"{served}/copy/index.html")
    page.get_by_role("link", name="English").click()
    page.get_by_role("link", name="Round 1").click()
    expect(page.get_by_text("Copy of 15 March 2026")).to_be_visible()
    page.get_by_role("link", name="Games", exact=True).click()
    page.get_by_role("link", name="View").first.click()
    page.wait_for_load_state("networkidle")
    before = page.locator("game-viewer").get_attribute("data-ply")
    page.get_by_role("button", name="First position").click()
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator("[data-now]")).to_contain_text("1.")
    assert before is not None
    page.get_by_role("link", name="Nederlands").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert complaints == []
    assert Round.objects.filter(section=section).count() == 1
