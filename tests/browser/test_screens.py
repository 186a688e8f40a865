"""Two screens in the hall follow the director without being touched, and go on without network."""

import pytest
from playwright.sync_api import expect
from server_process import ServerProcess

SHOWN = "[data-slide]:not([hidden])"


@pytest.fixture
def own_server(tmp_path, templates):
    server = ServerProcess(tmp_path / "data", templates)
    server.start()
    yield server
    server.kill()


def screen_of(chromium, server, width, height):
    page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{server.url}/screens/")
    expect(page.locator(".hall__code")).to_be_visible()
    return page


def what(page):
    return page.locator(SHOWN).get_attribute("data-slide")


def assign(desk, screen, label):
    desk.fill("#screen-code", screen.inner_text(".hall__code"))
    desk.fill("#screen-label", label)
    desk.select_option("#screen-family", label="Wall")
    desk.locator("form:has(#screen-code) button").first.click()
    expect(desk.get_by_role("heading", name=label)).to_be_visible()


def fits(page):
    """Whether no line of the page that is shown is cut off."""
    return page.evaluate(
        """() => {
            const body = document.querySelector("[data-slides]").getBoundingClientRect();
            const shown = "[data-slide]:not([hidden]) [data-lines] > :not([hidden])";
            const lines = [...document.querySelectorAll(shown)];
            return lines.every((line) => line.getBoundingClientRect().bottom <= body.bottom + 1);
        }"""
    )


@pytest.mark.slow
def test_two_screens_follow_the_director(chromium, own_server):
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    desk = context.new_page()
    own_server.wait_until_open(context)
    own_server.sign_in(context)
    desk.goto(f"{own_server.url}/desk/events/1/screens/")
    desk.fill("#id_name", "Wall")
    expect(desk.locator("input[name=contents]:checked")).to_have_count(2)  # by board and by name: a page each
    desk.get_by_role("button", name="Create screen group").click()
    lying = screen_of(chromium, own_server, 1920, 1080)
    upright = screen_of(chromium, own_server, 1080, 1920)
    for screen, label in ((lying, "Door"), (upright, "Bar")):
        assign(desk, screen, label)
        expect(screen.locator(SHOWN)).to_have_count(1)
    desk.get_by_role("button", name="Pause page changes").click()
    expect(desk.get_by_role("button", name="Resume page changes")).to_be_visible()
    for screen in (lying, upright):
        expect(screen.locator("#screen[data-held]")).to_be_visible()
    before = [what(screen) for screen in (lying, upright)]
    desk.get_by_role("button", name="Next page").click()
    for screen, was in zip((lying, upright), before, strict=True):
        expect(screen.locator(f"{SHOWN}:not([data-slide={was}])")).to_have_count(1)
        assert fits(screen)
    desk.fill("#alert-text", "Lunch until two")
    desk.get_by_role("button", name="Show alert").click()
    for screen in (lying, upright):
        expect(screen.get_by_role("alert")).to_have_text("Lunch until two")
    lying.context.set_offline(True)
    expect(lying.locator("[data-offline]")).to_be_visible()
    assert what(lying)
    lying.context.set_offline(False)
    expect(lying.locator("[data-offline]")).to_be_hidden()
    for screen in (lying, upright):
        screen.context.close()
    context.close()
