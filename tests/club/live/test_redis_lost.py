"""One page server while Redis is absent from the start, there, slow and killed: pages and entry go on."""

import time

import pytest
from club_evening import director, published_of, section_of
from django.core.cache import caches
from django.test import override_settings
from django.urls import reverse
from effort import amount
from processes import Site, own_database
from redis_process import redis_process_or_skip
from redis_proxy import RedisProxy
from result_desk import ResultDesk
from streams import free_port

TIMES = amount(2, 20)
PAUSE_SECONDS = 5.0


@pytest.fixture
def proxy(tmp_path):
    store = redis_process_or_skip(tmp_path)
    proxy = RedisProxy(store.port)
    yield proxy
    proxy.close()
    store.kill()


@pytest.fixture
def server(tmp_path, templates, proxy):
    folder = tmp_path / "site"
    folder.mkdir()
    with own_database() as url:
        site = Site(folder, redis_url=proxy.url, database_url=url)
        server = ResultDesk(site, templates)
        try:
            yield server
        finally:
            site.env["REDIS_URL"] = ""
            site.end()


@pytest.mark.processes
def test_pages_and_entry_go_on_whatever_redis_does(server, proxy, record_property):
    slowest = {"absent from the start": server.work(TIMES)}
    proxy.open()
    time.sleep(3.1)  # after a failure the cache leaves Redis alone for so long
    slowest["there"] = server.work(TIMES)
    assert proxy.connections > 0, "the server did ask Redis"
    proxy.pause = PAUSE_SECONDS
    slowest["slow"] = server.work(TIMES)
    proxy.close()
    slowest["killed"] = server.work(TIMES)
    assert server.outcomes() == server.expected()
    record_property(
        "failed answers", f"{sum(not 0 < one < 500 for one in server.statuses)} of {len(server.statuses)}"
    )
    for state, seconds in slowest.items():
        record_property(f"slowest answer, Redis {state}, s", round(seconds, 2))
    assert slowest["slow"] < PAUSE_SECONDS, slowest


@pytest.mark.django_db
def test_without_the_guard_every_entry_fails(client, record_property):
    """The negative control: Django's own cache of Redis at a port where nobody listens."""
    backend = "django.core.cache.backends.redis.RedisCache"
    row = published_of(section_of(8, preset="acf"))
    boards = row.pairings.filter(black__isnull=False)
    client.force_login(director())
    client.raise_request_exception = False
    location = f"redis://127.0.0.1:{free_port()}/0"
    with override_settings(CACHES={"default": {"BACKEND": backend, "LOCATION": location}}):
        assert caches["default"]
        forms = [{"r": f"{board.pk}.1.white"} for board in boards]
        statuses = [client.post(reverse("tournaments:desk_results"), form).status_code for form in forms]
    assert statuses == [500] * len(forms)
    record_property("control: failed answers without the guard", f"{len(statuses)} of {len(forms)}")
