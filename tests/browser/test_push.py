"""Notifications of my evening in the browser: turned on and off, refused, shown by the worker, and opened."""

import json

import cached_sites
import pytest
from axe import axe_on
from pages import at_rest
from playwright.sync_api import expect
from polling import until
from push_service import Browser
from test_touch_targets import too_low

from club.core.actor import SYSTEM
from club.core.web_push import server_key
from tournaments.entries.entry_links import section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.models import PushSubscription

NARROW = 390
EXPECTED = ["status of 404", "status of 406", "net::ERR_", "htmx:"]  # no hub is running here
BUTTON = "Notify me when I am paired"
# A headless Chromium has no push service and no notifications: it denies them to all. So in the page the
# permission (once a test grants it), `subscribe` and `getSubscription` are replaced, with the keys of a
# browser of the test; in the worker `showNotification` and the focus of a window. Its handlers are real.
STUB = """
  const real = Object.getOwnPropertyDescriptor(Notification, "permission").get;
  const permission = () => localStorage.getItem("test-permission") ?? real.call(Notification);
  Object.defineProperty(Notification, "permission", { get: permission });
  Notification.requestPermission = async () => permission();
  const stored = () => JSON.parse(localStorage.getItem("test-push") ?? "null");
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const decoded = (text) => Uint8Array.from(plain(text), (letter) => letter.charCodeAt(0));
  const subscription = (key) => ({
    endpoint: BROWSER.endpoint,
    options: { applicationServerKey: decoded(key).buffer },
    toJSON: () => BROWSER,
    unsubscribe: async () => localStorage.removeItem("test-push"),
  });
  PushManager.prototype.getSubscription = async () => stored() && subscription(stored());
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("silent");
    localStorage.setItem("test-push", JSON.stringify(applicationServerKey));
    return subscription(applicationServerKey);
  };
"""


@pytest.fixture
def section(site):
    section = cached_sites.demo_event().sections.get()
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    return section


@pytest.fixture
def browser():
    return Browser("https://push.example.org/send/abc")


def allow(page):
    page.evaluate("localStorage.setItem('test-permission', 'granted')")


@pytest.fixture
def phone(open_page, section, browser):
    """A phone that is checked in, and its player."""
    entry = section.entries.get(number=1)
    here = f"/e/{section.event.slug}/{section.slug}/here/{section_secret(section)}/"
    stub = f"const BROWSER = {json.dumps(browser.document)};{STUB}"
    page = open_page(here, width=NARROW, expected=EXPECTED, prepare=lambda page: page.add_init_script(stub))
    page.get_by_role("link", name=entry.name).tap()
    page.get_by_role("button", name="Yes, I am here").tap()
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()
    at_rest(page)
    return page, entry


def test_a_phone_turns_notifications_on_and_off(phone, browser):
    page, entry = phone
    button = page.get_by_role("button", name=BUTTON)
    expect(button).to_have_attribute("aria-pressed", "false")
    allow(page)
    button.tap()
    expect(page.get_by_text("Notifications are on")).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "true")
    row = PushSubscription.objects.get()
    assert (row.phone.entry_id, row.endpoint, row.server_key) == (entry.pk, browser.endpoint, server_key())
    assert (row.p256dh, row.auth) == (browser.fields["p256dh"], browser.fields["auth"])
    page.reload()
    expect(page.get_by_text("Notifications are on")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW
    assert axe_on(page).response["violations"] == []
    assert too_low(page) == set()
    page.get_by_role("button", name=BUTTON).tap()
    expect(page.get_by_text("Notifications are on")).to_be_hidden()
    assert not PushSubscription.objects.exists()


def test_an_address_that_the_browser_changed_is_told_by_the_page(phone, browser):
    page, _entry = phone
    allow(page)
    page.get_by_role("button", name=BUTTON).tap()
    expect(page.get_by_text("Notifications are on")).to_be_visible()
    PushSubscription.objects.update(endpoint="https://push.example.org/send/old")
    page.reload()
    expect(page.get_by_text("Notifications are on")).to_be_visible()
    assert PushSubscription.objects.get().endpoint == browser.endpoint


def test_a_refused_permission_is_said_and_the_page_still_rings(phone):
    page, _entry = phone
    page.get_by_role("button", name=BUTTON).tap()
    expect(page.get_by_text("This browser blocks notifications of this site.")).to_be_visible()
    expect(page.get_by_role("button", name="Ring when I am paired")).to_be_visible()
    assert not PushSubscription.objects.exists()
    assert axe_on(page).response["violations"] == []


def test_a_browser_without_push_shows_no_button(open_page, section):
    entry = section.entries.get(number=1)
    here = f"/e/{section.event.slug}/{section.slug}/here/{section_secret(section)}/"
    page = open_page(
        here,
        width=NARROW,
        expected=EXPECTED,
        prepare=lambda page: page.add_init_script("delete window.PushManager;"),
    )
    page.get_by_role("link", name=entry.name).tap()
    page.get_by_role("button", name="Yes, I am here").tap()
    expect(page.get_by_role("button", name="Ring when I am paired")).to_be_visible()
    at_rest(page)
    expect(page.get_by_role("button", name=BUTTON)).to_be_hidden()


IN_WORKER = """() => {
  self.told = [];
  self.registration.showNotification = async (title, options) => self.told.push({ title, ...options });
  WindowClient.prototype.focus = async function () { self.told.push(new URL(this.url).pathname); };
}"""
SHOWN = """async () => {
  while (!self.told.length) await new Promise((resolve) => setTimeout(resolve, 20));
  return self.told[0];
}"""
CLICK = """async () => {
  const { data } = self.told[0];
  const click = new Event("notificationclick");
  let done = null;
  click.notification = { data, close: () => self.told.push("closed") };
  click.waitUntil = (work) => (done = work);
  self.dispatchEvent(click);
  await done;
}"""


def test_the_worker_shows_a_notification_and_a_press_on_it_leads_to_the_evening(phone):
    page, entry = phone
    page.wait_for_function("navigator.serviceWorker.controller")
    (worker,) = page.context.service_workers
    worker.evaluate(IN_WORKER)
    path = f"/evening/{entry.pk}/"
    payload = {"title": "Round 1: board 2", "body": "Anna has White against Ben.", "lang": "en"}
    payload |= {"tag": f"evening-{entry.pk}", "path": path}
    deliver(page, payload)
    told = worker.evaluate(SHOWN)
    assert {name: told[name] for name in ("title", "body", "lang", "tag")} | {"path": path} == payload
    assert told["data"] == {"path": path}
    worker.evaluate(CLICK)
    assert worker.evaluate("self.told.slice(1)") == ["closed", path]


def deliver(page, payload):
    """Push a message to the page's worker, as the push service of the browser does."""
    session, seen = page.context.new_cdp_session(page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: seen.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    until(lambda: page.wait_for_timeout(20) or seen)
    message = {"origin": page.evaluate("location.origin"), "data": json.dumps(payload)}
    session.send("ServiceWorker.deliverPushMessage", message | {"registrationId": seen[-1]["registrationId"]})
