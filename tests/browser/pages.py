"""Pages that tests open: sign a browser in, wait until a page is at rest."""

from time import monotonic

from django.test import Client

PATIENCE = 120_000  # milliseconds: what takes longer on a busy machine will not come
LOOK, QUIET_LOOKS = 20, 4  # milliseconds between two looks; looks without a request

OUTBOX = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("draughts-outbox", 1);
  asked.onupgradeneeded = () => asked.transaction.abort();
  asked.onerror = () => resolve([]);
  asked.onsuccess = () => {
    const rows = asked.result.transaction("entries").objectStore("entries").getAll();
    rows.onsuccess = () => { asked.result.close(); resolve(rows.result); };
    rows.onerror = () => reject(rows.error);
  };
})"""


def kept_entries(page):
    """The entries that the device keeps."""
    return page.evaluate(OUTBOX)


def session_of(user, site):
    """Cookies of a session of the user, for a browser's context."""
    client = Client()
    client.force_login(user)
    return [{"name": name, "value": one.value, "url": site.url} for name, one in client.cookies.items()]


def follow_requests(page):
    """Track the requests in flight; streams of events never end and are left out."""
    page.in_flight = set()
    page.on("request", lambda asked: asked.resource_type == "eventsource" or page.in_flight.add(asked))
    for ended in ("requestfinished", "requestfailed"):
        page.on(ended, lambda asked: page.in_flight.discard(asked))  # noqa: PLW0108 - a built-in takes no marks


def at_rest(page):
    """Wait until a page has loaded and has no request in flight; "networkidle" takes 400 ms more.

    After a press it may return before the press has begun a request: wait for part of the next page instead.
    """
    page.wait_for_load_state("load")
    quiet, end = 0, monotonic() + PATIENCE / 1000
    while quiet < QUIET_LOOKS:
        assert monotonic() < end, f"{page.url} waits for {[asked.url for asked in page.in_flight]}"
        page.wait_for_timeout(LOOK)
        quiet = 0 if page.in_flight else quiet + 1
