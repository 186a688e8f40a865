"""The cache while Redis lives, when it is killed, and when it is back."""

import time

import pytest
from django.core.cache import caches
from django.test import override_settings
from redis import Connection
from redis_process import redis_process_or_skip

from club.core.limits import count
from club.live import cache as guarded


@pytest.fixture
def store(tmp_path):
    store = redis_process_or_skip(tmp_path)
    yield store
    store.kill()


@pytest.fixture
def cache(store, monkeypatch):
    monkeypatch.setattr(guarded, "RETRY_SECONDS", 0.2)
    options = {"socket_connect_timeout": 60, "socket_timeout": 60}
    configured = {"BACKEND": "club.live.cache.GuardedRedis", "LOCATION": store.url, "OPTIONS": options}
    with override_settings(CACHES={"default": configured}):
        yield caches["default"]


def use_everything(cache):
    cache.set("a", 1)
    assert cache.get("a") == 1
    assert cache.add("a", 2) is False
    assert cache.incr("a") == 2
    assert cache.decr("a") == 1
    assert cache.get_or_set("b", lambda: 5) == 5
    assert cache.set_many({"c": 3, "d": 4}) == []
    assert cache.get_many(["c", "d", "x"]) == {"c": 3, "d": 4}
    assert "c" in cache
    assert cache.touch("c", 100) is True
    assert cache.delete("c") is True
    cache.delete_many(["d"])
    assert cache.get("d", "none") == "none"
    with pytest.raises(ValueError, match="not found"):
        cache.incr("nothing")
    cache.clear()
    assert cache.get("a") is None


def test_every_use_works_while_redis_lives(cache, store):
    use_everything(cache)


def test_every_use_works_when_redis_is_dead(cache, store):
    store.kill()
    use_everything(cache)


def test_a_dead_redis_is_not_asked_at_every_turn(cache, store, monkeypatch):
    monkeypatch.setattr(guarded, "RETRY_SECONDS", 600)
    store.kill()
    cache.get("a")
    asked = []
    monkeypatch.setattr(Connection, "connect", asked.append)
    for _ in range(1000):
        cache.get("a")
    assert asked == []


def test_redis_is_used_again_when_it_is_back(cache, store):
    store.kill()
    cache.set("a", "in memory")
    store.start()
    time.sleep(0.25)
    assert cache.get("a") is None
    cache.set("a", "in Redis")
    assert cache.get("a") == "in Redis"


@pytest.mark.django_db
def test_pages_and_limits_go_on_without_redis(cache, store, client, settings):
    settings.POSTS_A_MINUTE = 2
    store.kill()
    statuses = [client.post("/games/check/", {"pdn": "1. 11-15 23-19"}).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert client.get("/").status_code == 200
    assert count("x", "y", most=1, seconds=60).used == 1
