"""The hall at the desk: opened at a press, checked by a phone; and a publication that is seen."""

from types import SimpleNamespace
from urllib.parse import urlsplit

import cached_sites
import pytest
from axe import axe_on
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.core.network_addresses import Interface
from club.hall.hall import Hall
from club.hall.multicast_name import MulticastName
from club.models import User
from tournaments.events.services.events import show_event
from tournaments.rounds.services.rounds import propose_round

ADDRESS = "192.168.1.20"
OFF = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.fixture
def hall(site, monkeypatch, settings, tmp_path):
    """The hall of this process, without its sockets; `test_serve` reaches them over the network."""
    settings.DATA_DIR, settings.PROXIES = tmp_path, 1  # a phone of the test names its address as a proxy does
    monkeypatch.setattr(MulticastName, "start", lambda *_given: None)
    unbound = SimpleNamespace(close=lambda: None)
    monkeypatch.setattr("club.hall.hall.bound_socket", lambda _address, _port: unbound)
    server = SimpleNamespace(add_socket=lambda _one: None, remove_socket=lambda _one: None)
    opened = Hall(server, urlsplit(site.url).port, find=lambda: [Interface(ADDRESS, "wlan0")])
    monkeypatch.setattr(Hall, "running", opened)
    yield opened
    opened.close()


@pytest.fixture
def section(site):
    """The section of the demo event, which is hidden; asked for before other rows are made."""
    found = cached_sites.demo_event().sections.get()
    show_event(event_id=found.event_id, is_public=False, actor=SYSTEM)
    return found


@pytest.fixture
def owner(site):
    return User.objects.create_superuser("owner@north.example", "x")


def test_the_hall_is_opened_and_a_phone_is_seen(open_page, hall, owner, width):
    desk = open_page("/desk/hall/", user=owner, width=width)
    desk.get_by_role("button", name="Open to the hall").click()
    expect(desk.get_by_role("img", name="QR code for a phone; it opens this site")).to_be_visible()
    expect(desk.get_by_text(f"http://{ADDRESS}:{hall.port}/", exact=True)).to_be_visible()
    expect(desk.get_by_text("Scan the code with a phone")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_on(desk).violations_count == 0
    asking = desk.locator("#hall-act")
    asking.focus()
    phone = open_page(
        f"/hall-check/{hall.nonce}/",
        width=390,
        prepare=lambda page: page.set_extra_http_headers({"X-Forwarded-For": "192.168.1.77"}),
    )
    expect(phone.get_by_role("heading", name="This phone reaches the computer")).to_be_visible()
    expect(desk.get_by_text("A phone has reached this computer.")).to_be_visible()  # without a press
    expect(asking).to_be_focused()
    asking.click()
    expect(desk.get_by_text("Only this computer opens the site now.")).to_be_visible()
    assert not hall.is_open


def test_a_publication_shows_where_the_public_sees_it(open_page, section, hall, owner, width):
    hall.open()
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    desk = open_page(f"/desk/rounds/{draft.pk}/", user=owner, width=width, expected=OFF)
    desk.get_by_role("button", name=f"Publish event and round {draft.number}").click()
    seen = desk.get_by_role("region", name=f"Round {draft.number} is public")
    expect(seen.get_by_role("img", name="QR code of the public pairings")).to_be_visible()
    expect(seen.get_by_role("link", name=f"http://{ADDRESS}:{hall.port}/e/")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    seen.get_by_role("button", name="Copy address").click()
    expect(seen.get_by_role("button", name="Copied")).to_be_visible()
    seen.get_by_role("link", name="Close").click()
    expect(desk.get_by_role("heading", name="is public")).to_have_count(0)
