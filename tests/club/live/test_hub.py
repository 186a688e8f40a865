"""The hub: who is cut off, refused, sent away, and told that events are gone."""

import asyncio
import contextlib
import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from hub_server import open_hub
from polling import until

from club.core.metrics import listeners
from club.hall.hall import bound_socket
from club.live.hub import channel
from club.live.hub.channel import RING, Channel
from club.live.hub.grants import RECHECK_SECONDS, ROUND_SECONDS, PermissionCache
from club.live.models import LiveEvent
from club.live.selectors import Batch
from club.live.site_changes import CHANGES, followers_behind_since, note_followers
from club.live.watchers import share_watchers, watchers_of


@pytest.fixture
def room(monkeypatch):
    with open_hub(monkeypatch) as opened:
        yield opened


def take(stream, count):
    """The next events: a number where something is told, else the name of the event."""
    taken = []
    for fields in stream.events():
        if "data" in fields and fields.get("event") != "beat":
            taken.append(fields.get("event") or int(fields["id"]))
        if len(taken) == count:
            break
    return taken


def take_to_the_end(stream):
    """The numbers that arrived whole before the stream ended, however it did."""
    taken = []
    with contextlib.suppress(http.client.IncompleteRead, ConnectionError):
        told = (fields for fields in stream.events() if "event" not in fields and "data" in fields)
        taken.extend(json.loads(fields["data"])["number"] for fields in told)
    return taken


def test_the_metrics_count_open_streams(monkeypatch):
    with open_hub(monkeypatch) as room:
        first, _second = room.listen(), room.listen()
        assert until(lambda: listeners() == 2)
        first.close()
        assert until(lambda: listeners() == 1)
    assert listeners() == 0


def test_visible_public_pages_are_counted_and_those_of_the_desk_are_not(room):
    assert watchers_of("hall:1") is None
    site = f"http://127.0.0.1:{room.port}"
    pages = ("/e/open/main/pairings/1/", "/screens/a-token/", "/desk/rounds/1/", "/hall/1/")
    first, *_others = [room.listen(headers={"Referer": site + page}) for page in pages]
    room.listen()  # a program, or a browser that does not name its page
    room.listen("hall:2")
    assert until(lambda: room.hub.count == 6)
    assert watchers_of("hall:1") == 3
    first.close()
    assert until(lambda: watchers_of("hall:1") == 2)
    assert watchers_of("hall:3") == 0


def test_page_servers_add_up_what_they_count(room, settings):
    settings.REDIS_URL = ""
    room.listen()
    assert until(lambda: watchers_of("hall:1") == 1)
    share_watchers({"hall:1": 4, "hall:2": 2}, hub="another")
    assert watchers_of("hall:1") == 1  # one process alone
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    share_watchers(room.hub.all_watchers())
    assert (watchers_of("hall:1"), watchers_of("hall:2"), watchers_of("hall:3")) == (5, 2, 0)


# -- further sockets -------------------------------------------------------------------------------


def asked_at(address, port):
    with contextlib.closing(http.client.HTTPConnection(address, port, timeout=60)) as connection:
        connection.request("GET", "/e/open/")
        return connection.getresponse().read()


def test_a_socket_is_added_and_removed_with_its_streams_while_the_server_runs(room):
    hall = bound_socket("127.0.0.2", room.port)
    room.server.add_socket(hall)
    assert asked_at("127.0.0.2", room.port) == b"a page"
    here = room.listen()
    there = http.client.HTTPConnection("127.0.0.2", room.port, timeout=60)
    there.request("GET", "/api/v1/live/hall:1")
    stream = there.getresponse()
    assert until(lambda: room.hub.count == 2)
    room.server.remove_socket(hall)
    with contextlib.suppress(http.client.IncompleteRead, ConnectionError):
        while stream.readline():
            pass
    stream.close()
    there.close()
    assert until(lambda: room.hub.count == 1)
    with pytest.raises(OSError, match="refused"):
        asked_at("127.0.0.2", room.port)
    assert asked_at("127.0.0.1", room.port) == b"a page"
    room.tell()
    assert take(here, 2) == ["hello", 1]


def test_a_socket_added_before_the_start_is_served(monkeypatch):
    before = []

    def begin(room):
        before.append(bound_socket("127.0.0.2", room.port))
        room.server.add_socket(before[0])
        taken_back = bound_socket("127.0.0.3", room.port)
        room.server.add_socket(taken_back)
        room.server.remove_socket(taken_back)

    with open_hub(monkeypatch, before=begin) as room:
        assert asked_at("127.0.0.2", room.port) == b"a page"
        with pytest.raises(OSError, match="refused"):
            asked_at("127.0.0.3", room.port)


# -- slow listeners --------------------------------------------------------------------------------


def test_a_listener_that_does_not_read_is_cut_off_and_comes_back_without_loss(room):
    room.hub.beat_seconds, room.hub.slow_seconds = 0.1, 0.3
    slow, quick = room.listen(buffer=4096), room.listen()
    assert take(quick, 1) == ["hello"]
    events = 120
    room.tell(events, text="x" * 100_000)
    assert take(quick, events) == list(range(1, events + 1))  # nobody waits for the slow one
    assert until(lambda: room.hub.count == 1)
    heard = take_to_the_end(slow)
    assert heard == list(range(1, len(heard) + 1))
    assert len(heard) < events
    again = room.listen(after=len(heard))
    assert take(again, 1 + events - len(heard)) == ["hello", *range(len(heard) + 1, events + 1)]


def test_a_listener_that_does_not_read_does_not_hold_up_a_stop(room):
    room.listen(buffer=4096)
    assert until(lambda: room.hub.count == 1)
    room.tell(120, text="x" * 100_000)
    (listener,) = room.hub.channels["hall:1"].listeners
    assert until(lambda: listener.number == 120)  # all is written, and most of it lies in the buffer
    room.server.config.timeout_graceful_shutdown = 600  # so long it waits for what has not ended
    room.server.should_exit = True
    room.thread.join(120)
    assert not room.thread.is_alive()


def test_a_second_machine_is_behind_until_it_has_read(room):
    room.hub.beat_seconds = 0.1
    follower = room.listen(CHANGES, buffer=4096)
    assert take(follower, 1) == ["hello"]
    room.hub.hand_over(CHANGES, 20)
    assert followers_behind_since() is None
    room.tell(120, text="x" * 100_000)
    room.hub.hand_over(CHANGES, 0.3)
    since = followers_behind_since()
    assert since is not None
    room.hub.hands_rest_until = 0
    room.hub.hand_over(CHANGES, 0.3)
    assert followers_behind_since() == since  # the first change that it lacks
    assert take(follower, 120) == list(range(1, 121))
    assert until(lambda: followers_behind_since() is None)
    follower.close()
    assert until(followers_behind_since)
    again = room.listen(CHANGES, after=120)
    assert take(again, 1) == ["hello"]
    assert until(lambda: followers_behind_since() is None)
    again.close()
    assert until(followers_behind_since)
    note_followers(are_behind=False)


def test_a_heartbeat_is_left_out_where_an_event_came():
    async def life():
        hall, beats = Channel("hall:1"), []
        hall.begin(Batch(last=7))
        for batch in (None, Batch(last=8, events=(LiveEvent(number=8, kind="told", data={}),)), None):
            since = time.monotonic()
            if batch is not None:
                hall.take(batch)
                await hall.spreading
            hall.beat(since=since)
            beats.append(hall.beats)
            await hall.spreading
        return beats

    assert asyncio.run(life()) == [1, 1, 2]


def test_an_event_soon_after_a_heartbeat_does_not_wait(room, monkeypatch):
    monkeypatch.setattr(channel, "REST", 1e9)
    monkeypatch.setattr(channel, "LONGEST_REST", 300)
    stream = room.listen()
    assert take(stream, 1) == ["hello"]
    now = time.monotonic()
    room.server.loop.call_soon_threadsafe(lambda: room.hub.channels["hall:1"].beat(since=now))
    room.tell()
    assert take(stream, 1) == [1]  # one more would wait for minutes


# -- too many --------------------------------------------------------------------------------------


def test_one_listener_too_many_is_told_when_to_come_back_and_may_poll(monkeypatch):
    with open_hub(monkeypatch, most_listeners=2) as room:
        first, _second = room.listen(), room.listen()
        assert until(lambda: room.hub.count == 2)
        third = room.listen()
        assert third.status == 503
        assert third.answer.getheader("Retry-After") == "30"
        assert third.answer.getheader("Content-Type") == "application/problem+json"
        assert json.loads(third.answer.read())["code"] == "too_many_listeners"
        # What live.js does then: the poll is a page, and pages are not counted.
        assert room.listen("hall:1?poll=1").answer.read() == b"a page"
        first.close()
        assert until(lambda: room.hub.count == 1)
        assert take(room.listen(), 1) == ["hello"]


def test_a_crowd_that_asks_at_once_does_not_pass_the_limit(monkeypatch):
    with open_hub(monkeypatch, most_listeners=3) as room, ThreadPoolExecutor() as crowd:
        room.pages.seconds = 0.3  # all six ask before the first is answered
        statuses = [stream.status for stream in crowd.map(lambda _: room.listen(), range(6))]
        assert sorted(statuses) == [200] * 3 + [503] * 3


# -- leave taken back ------------------------------------------------------------------------------


def test_whoever_may_listen_no_longer_is_sent_away_and_not_let_in_again(room):
    room.live.door.again_seconds = room.live.door.round_seconds = 0.1
    stream = room.listen()
    assert take(stream, 1) == ["hello"]
    room.tell()
    assert take(stream, 1) == [1]
    room.pages.status = 403
    assert take_to_the_end(stream) == []
    assert until(lambda: room.hub.count == 0)
    assert room.listen(after=1).status == 403


def test_a_leave_is_asked_about_again_within_half_a_minute():
    door = PermissionCache(pages=None)
    assert (door.again_seconds, door.round_seconds) == (RECHECK_SECONDS, ROUND_SECONDS)
    assert RECHECK_SECONDS + ROUND_SECONDS <= 35


@pytest.mark.parametrize(("status", "is_public"), [(500, False), (403, True)], ids=["broken", "public"])
def test_pages_that_fail_and_channels_for_everybody_send_nobody_away(room, status, is_public):
    room.live.door.again_seconds = room.live.door.round_seconds = 0.05
    room.pages.is_public = is_public
    stream = room.listen()
    assert take(stream, 1) == ["hello"]
    asked, room.pages.status = room.pages.asked, status
    if is_public:  # it is not asked about
        assert not until(lambda: room.pages.asked > asked + 1, 0.5)
    else:
        assert until(lambda: room.pages.asked > asked + 1)
    room.tell()
    assert take(stream, 1) == [1]


def test_streams_of_one_visitor_ask_once(room):
    for _ in range(5):
        assert take(room.listen(), 1) == ["hello"]
    assert room.pages.asked == 1


def test_visitors_without_credentials_ask_once_and_others_for_themselves(room):
    session = f"{settings.SESSION_COOKIE_NAME}=a"
    for headers in (
        {"X-Forwarded-For": "192.0.2.1"},
        {"X-Forwarded-For": "192.0.2.2", "Cookie": "x_language=nl"},
        {"Cookie": session},
        {"Authorization": "Bearer b"},
    ):
        assert take(room.listen(headers=headers), 1) == ["hello"]
    assert room.pages.asked == 3


def test_who_is_up_to_date_gets_an_event_without_a_switch_to_its_own_task(room):
    streams = [room.listen() for _ in range(3)]
    assert [take(one, 1) for one in streams] == [["hello"]] * 3
    channel = room.hub.channels["hall:1"]
    assert until(lambda: len(channel.waiting) == 3)
    before = [one.waiter for one in channel.waiting]
    room.tell()
    assert [take(one, 1) for one in streams] == [[1]] * 3
    assert [one.waiter for one in channel.waiting] == before


def test_a_stream_carries_the_headers_of_the_pages(room):
    assert room.listen().answer.getheader("Content-Security-Policy") == "default-src 'none'"


# -- coming back -----------------------------------------------------------------------------------


def test_whoever_comes_back_behind_what_is_kept_is_told_to_begin_anew(room):
    room.tell(10)
    room.table.gone = 5
    late = room.listen(after=2)
    assert take(late, 2) == ["hello", "reset"]
    room.tell()
    assert take(late, 1) == [11]
    assert take(room.listen(after=5), 6) == ["hello", 6, 7, 8, 9, 10]  # the very first that is kept


def test_a_number_from_another_copy_of_the_data_begins_anew(room):
    room.tell(3)
    stream = room.listen(after=70)
    assert take(stream, 2) == ["hello", "reset"]
    room.tell()
    assert take(stream, 1) == [4]


def test_whoever_comes_back_behind_the_memory_of_the_hub_is_read_the_table(room):
    events = RING + 50
    room.tell(events)
    keeper = room.listen()
    assert take(keeper, 1) == ["hello"]
    assert take(room.listen(after=0), 1 + events) == ["hello", *range(1, events + 1)]


def test_the_number_may_stand_in_the_address_and_the_header_goes_before(room):
    room.tell(4)
    assert take(room.listen("hall:1?after=3"), 2) == ["hello", 4]
    assert take(room.listen("hall:1?after=1", after=2), 3) == ["hello", 3, 4]
