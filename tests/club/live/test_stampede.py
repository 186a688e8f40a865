"""A crowd at the moment of a new version: one request renders the page, and all get the new one."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Barrier, Event, Lock

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from club.live.published import PAGE_CACHE, PublishedPages, published

CROWD = 1000
RENDERING_SECONDS = 0.05
CHANNEL = "section:1"


class Site:
    """A published page behind the middleware; each rendering takes its time and is counted."""

    def __init__(self):
        self.version, self.renderings, self.counting = 1, 0, Lock()
        self.during = lambda: None
        view = published(version=lambda: self.version, channel=lambda: CHANNEL)(self.render)
        self.pages = PublishedPages(view)

    def render(self, _request):
        shown = self.version
        with self.counting:
            self.renderings += 1
        self.during()
        time.sleep(RENDERING_SECONDS)
        return HttpResponse(f"version {shown}")

    def get(self):
        return self.pages(RequestFactory().get("/standings/")).content.decode()

    def publish(self):
        self.version += 1
        PAGE_CACHE.revalidate(CHANNEL)


@pytest.fixture
def site():
    PAGE_CACHE.clear()
    site = Site()
    assert site.get() == "version 1"
    yield site
    PAGE_CACHE.clear()


def crowd(site):
    """Let everybody ask in the same moment after a new version; answers, and seconds of each."""
    start = Barrier(CROWD + 1)

    def ask(_number):
        start.wait(120)
        began = time.monotonic()
        return site.get(), time.monotonic() - began

    with ThreadPoolExecutor(CROWD) as pool:
        asked = [pool.submit(ask, number) for number in range(CROWD)]
        site.publish()
        start.wait(120)
        return [one.result() for one in asked]


def test_a_crowd_has_a_new_version_rendered_once(site, record_property):
    answers = crowd(site)
    assert {text for text, _ in answers} == {"version 2"}
    assert site.renderings == 2, "the first version, and the second"
    seconds = sorted(seconds for _, seconds in answers)
    record_property(f"renderings for {CROWD:,} clients at once", site.renderings - 1)
    record_property("p99 of their answers, ms (rendering takes 50)", round(1000 * seconds[CROWD * 99 // 100]))


def test_without_the_lock_the_crowd_renders_it_many_times(site, record_property):
    """The negative control: a rendering goes on when ten are under way, however slow the machine is."""
    (page,) = PAGE_CACHE.pages.values()
    page.rendering = nullcontext()
    ten_render = Event()

    def wait_for_ten():
        if site.renderings > 10:
            ten_render.set()
        ten_render.wait(60)

    site.during = wait_for_ten
    crowd(site)
    assert ten_render.is_set()
    record_property("control: renderings without the lock", site.renderings - 1)


def test_an_event_during_the_rendering_is_not_lost(site):
    """A page rendered before the second event is checked again at once, and whoever waited gets the third."""
    site.publish()
    is_rendering, goes_on = Event(), Event()

    def wait_once():
        site.during = lambda: None
        is_rendering.set()
        goes_on.wait(120)

    site.during = wait_once
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(site.get)
        is_rendering.wait(120)
        site.publish()
        second = pool.submit(site.get)
        goes_on.set()
        assert first.result() == "version 2"
        assert second.result() == "version 3"
    assert site.get() == "version 3"


def test_while_an_event_is_looked_into_nobody_gets_the_page_before_it(site):
    """A browser reloads once after an event: the old page would stay on its screen."""
    site.publish()
    (page,) = PAGE_CACHE.pages.values()
    is_asking, goes_on, ask = Event(), Event(), page.ask

    def ask_slowly():
        page.ask = ask
        is_asking.set()
        goes_on.wait(120)
        return ask()

    page.ask = ask_slowly
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(site.get)
        is_asking.wait(120)
        assert site.get() == "version 2"
        goes_on.set()
        assert first.result() == "version 2"


def test_a_page_that_fails_is_no_longer_cached(site):
    site.pages.get_response = lambda _request: HttpResponse(status=404)
    site.publish()
    site.get()
    assert not PAGE_CACHE.pages
