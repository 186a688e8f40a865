"""`manage.py serve` and `manage.py work` as real processes."""

import errno
import os
import re
import signal
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.http import HttpResponse
from django.test import RequestFactory
from polling import until
from processes import Site
from streams import free_port

from club.accounts.invitation_secrets import is_valid_setup_secret
from club.config import env
from club.config.sqlite.base import DatabaseWrapper
from club.core.network_addresses import local_interfaces
from club.hall.hall import Hall, bracketed
from club.management.commands.serve import (
    can_print,
    first_account_address,
    hall_of,
    listen,
    listen_on_other_loopback,
    open_hall_of_start,
    public_process,
)
from club.paper.qr import code_text
from club.site.middleware import LocalName

NETWORK = [bracketed(one.address) for one in local_interfaces()]
FOUR = [one for one in NETWORK if ":" not in one]
NOBODY_YET = "There is no account yet. Create the first one at"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """One data folder for all: gathering the static files takes a second or two."""
    site = Site(tmp_path_factory.mktemp("served"))
    site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings", "DRAUGHTS_PUBLIC_PROCESS": "1"}
    site.imports = "from club.models import User\n"
    yield site
    site.end()


@pytest.fixture
def port():
    return free_port()


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=120) as answer:
        return answer.status, dict(answer.headers), answer.read()


def asked_as(port, host):
    """The status of the first page, asked for under the name of a host."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": host})
    try:
        with urllib.request.urlopen(asked, timeout=120) as answer:  # noqa: S310
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


def serve(site, port, *options):
    """Start serving and wait for the first answer and the worker; both processes."""
    server = site.start("serve", "--port", str(port), *options)

    def is_up():
        try:
            return get(port, "/healthz")[0] == 200
        except urllib.error.URLError:
            return server.poll() is not None

    assert until(is_up), site.log()
    assert server.poll() is None, site.log()
    assert until(lambda: len(workers_of(server)) == 1), site.log()
    return server, *workers_of(server)


def workers_of(server):
    """The process ids of the server's workers."""
    return children_of(server, "work")


def children_of(server, command):
    """The process ids of the server's children with this command, whichever thread started them."""
    threads = Path(f"/proc/{server.pid}/task").iterdir()
    pids = [int(pid) for thread in threads for pid in (thread / "children").read_text().split()]
    return [pid for pid in pids if f"manage.py\0{command}\0" in words_of(pid)]


def words_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def end(site, server, worker, number):
    """Ask the server to end: its children end with it, without a complaint."""
    children = [worker, *children_of(server, "answer")]
    server.send_signal(number)
    assert server.wait(120) == 0
    assert not any(map(is_alive, children))
    assert site.log().endswith("Stopped.\n")
    assert "Traceback" not in site.log()


needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are read from /proc")


@pytest.mark.processes
@needs_proc
def test_a_new_site_is_laid_out_served_and_stopped(site, port):
    """All of a first start in one test: each start of a server takes seconds of processor time."""
    site.database.unlink(missing_ok=True)
    server, worker = serve(site, port)
    # Without an account it says where the first one is made.
    assert f"{NOBODY_YET} http://localhost:{port}/welcome/\n" in site.log()
    assert get(port, "/welcome/")[0] == 200
    # Without --demo it starts empty.
    assert site.query("SELECT COUNT(*) FROM club_organisation") == [(0,)]
    assert b"/welcome/" in get(port, "/")[2]
    # A browser is led to where it takes passkeys; a tool is answered where it asks.
    browser = urllib.request.Request(f"http://127.0.0.1:{port}/laws/?a=1", headers={"Accept": "text/html"})
    with urllib.request.urlopen(browser, timeout=120) as answer:  # noqa: S310
        assert answer.url == f"http://localhost:{port}/laws/?a=1"
    # Static files carry their hash and may be kept for ever.
    page = get(port, "/accounts/login/")[2].decode()
    address = re.search(r'href="(/static/club/base\.[0-9a-f]{12}\.css)"', page).group(1)
    status, headers, _ = get(port, address)
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert headers["x-content-type-options"] == "nosniff"
    # A dead worker is replaced.
    os.kill(worker, signal.SIGKILL)
    assert until(lambda: workers_of(server) not in ([], [worker])), site.log()
    end(site, server, *workers_of(server), signal.SIGINT)


@pytest.mark.processes
@needs_proc
def test_a_site_with_an_account_is_served_and_asked_to_end(site, port, templates):
    site.migrate(templates)
    site.shell("User.objects.create_user('a@club.example'); print('null')")
    told = len(site.log())
    server, worker = serve(site, port, "--host", "0.0.0.0")  # noqa: S104
    said = site.log()[told:]
    assert NOBODY_YET not in said
    # The network is let in by this machine's own addresses, and by nothing else.
    assert f"Serving http://localhost:{port}/" in said
    if FOUR:
        phones = f"http://{FOUR[0]}:{port}/"
        assert f"Phones in this network: {phones}\n" in said
        assert code_text(phones) in said
    for address in FOUR:
        assert asked_as(port, f"{address}:{port}") == 200
    assert asked_as(port, "elsewhere.example") == 400
    end(site, server, worker, signal.SIGTERM)


@pytest.mark.processes
@needs_proc
@pytest.mark.skipif(not NETWORK, reason="this machine is in no network")
def test_the_hall_is_reached_over_the_network(site, port, templates):
    site.migrate(templates)
    site.shell("User.objects.create_user('a@club.example'); print('null')")
    told = len(site.log())
    server, worker = serve(site, port, "--hall")
    said = site.log()[told:]
    best, *others = (f"http://{address}:{port}/" for address in NETWORK)
    assert f"Phones in this network: {best}\n" in said
    assert code_text(best) in said
    assert all(one in said for one in others)
    for address in (best, *others):
        with urllib.request.urlopen(f"{address}accounts/login/", timeout=120) as answer:  # noqa: S310
            assert answer.status == 200
            assert "Secure" not in answer.headers["Set-Cookie"]  # the network has no https
    assert asked_as(port, best.split("/")[2]) == 200
    assert asked_as(port, "elsewhere.example") == 400
    assert get(port, "/healthz")[0] == 200
    end(site, server, worker, signal.SIGTERM)


@pytest.mark.processes
@needs_proc
def test_children_go_when_the_server_is_killed_and_come_again_when_they_are(site, port):
    server, worker = serve(site, port)
    assert until(lambda: answering(server, port)), site.log()
    (first,) = children_of(server, "answer")
    assert 'draughts_requests_total{method="GET",status="200",view="games:list"}' in metrics(port)
    os.kill(first, signal.SIGKILL)
    assert get(port, "/games/?q=b")[0] == 200  # by the server itself
    assert until(lambda: answering(server, port)), site.log()
    (second,) = children_of(server, "answer")
    assert second != first
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    assert until(lambda: not any(map(is_alive, (worker, second))))


def answering(server, port):
    """Ask for a search; return whether the public process used processor time for it."""
    children = children_of(server, "answer")
    before = [ticks(pid) for pid in children]
    assert get(port, "/games/?q=a")[0] == 200
    return bool(children) and [ticks(pid) for pid in children] > before


def ticks(pid):
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    except OSError:
        return 0


def metrics(port):
    return get(port, "/metrics")[2].decode()


@pytest.mark.processes
@needs_proc
def test_a_small_machine_has_no_public_process(site, port, monkeypatch):
    monkeypatch.setitem(site.env, "DRAUGHTS_PUBLIC_PROCESS", "0")
    server, worker = serve(site, port)
    assert get(port, "/games/?q=a")[0] == 200
    assert children_of(server, "answer") == []
    end(site, server, worker, signal.SIGTERM)


@pytest.mark.parametrize("fault", ["full", "long path"])
def test_the_site_starts_without_a_folder_for_the_socket(settings, monkeypatch, tmp_path, fault):
    settings.HAS_PUBLIC_PROCESS, settings.PUBLIC_SOCKET = True, ""
    made = tmp_path / ("x" * 120)

    def mkdtemp(**_options):
        if fault == "full":
            raise OSError(errno.ENOSPC, "No space left on device")
        made.mkdir()
        return str(made)

    monkeypatch.setattr("club.management.commands.serve.tempfile.mkdtemp", mkdtemp)
    server = SimpleNamespace(on_started=[])
    with public_process(server):
        assert (server.on_started, settings.PUBLIC_SOCKET) == ([], "")
    assert not made.exists()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        pytest.param("127.0.0.1", "http://127.0.0.1:8000/welcome/", id="this machine by its number"),
        pytest.param("localhost", "http://localhost:8000/welcome/", id="this machine"),
        pytest.param("::1", "http://[::1]:8000/welcome/", id="this machine by its longer address"),
        pytest.param("192.168.1.20", "http://192.168.1.20:8000/welcome/.+", id="a hall: a signed link"),
    ],
)
def test_the_first_account_is_made_where_it_can_be(settings, host, address):
    settings.DATABASE_URL = ""
    found = first_account_address(host, 8000)
    assert re.fullmatch(address.replace("[", r"\[").replace("]", r"\]"), found)


@pytest.mark.parametrize(
    ("https", "proxies", "is_there"),
    [
        pytest.param(False, 0, True, id="a laptop"),
        pytest.param(True, 0, False, id="https"),
        pytest.param(False, 1, False, id="behind a proxy"),
    ],
)
def test_a_site_with_hosts_of_its_own_has_no_hall(settings, monkeypatch, https, proxies, is_there):
    settings.HTTPS, settings.PROXIES = https, proxies
    monkeypatch.setattr(Hall, "running", None)
    assert (hall_of(None, "127.0.0.1", 8000) is not None) == is_there
    assert (Hall.running is not None) == is_there


@pytest.mark.parametrize(
    ("is_asked", "is_fixed", "before", "opened"),
    [
        pytest.param(True, False, {"10.0.0.0/24": ""}, [None], id="--hall: wherever it is"),
        pytest.param(False, True, None, [None], id="--host"),
        pytest.param(False, False, {"10.0.0.0/24": ""}, [{"10.0.0.0/24": ""}], id="a restart: where it was"),
        pytest.param(False, False, None, [], id="a closed hall"),
    ],
)
def test_a_start_opens_the_hall_where_it_may(monkeypatch, is_asked, is_fixed, before, opened):
    asked = []
    hall = SimpleNamespace(port=8000, is_fixed=is_fixed, open=asked.append)
    monkeypatch.setattr("club.management.commands.serve.networks_of_opening", lambda _port: before)
    open_hall_of_start(hall, is_asked=is_asked)
    assert asked == opened


@pytest.mark.parametrize(
    ("host", "name"),
    [
        pytest.param("127.0.0.1", "localhost", id="this machine"),
        pytest.param("0.0.0.0", "localhost", id="every address"),  # noqa: S104
        pytest.param("192.168.1.20", "192.168.1.20", id="an address of the network"),
    ],
)
def test_this_machine_opens_the_site_at_localhost(host, name):
    listener = listen("127.0.0.1", 0)
    beside, found = listen_on_other_loopback(listener, host)
    assert found == name
    for each in (listener, *beside):
        each.close()


@pytest.mark.parametrize(
    ("error", "name"),
    [
        pytest.param(errno.EADDRINUSE, "127.0.0.1", id="another program: localhost would lead to it"),
        pytest.param(errno.EADDRNOTAVAIL, "localhost", id="no such address here"),
    ],
)
def test_where_the_other_address_cannot_be_had(monkeypatch, error, name):
    class Taken(socket.socket):
        def bind(self, _address):
            raise OSError(error, "")

    listener = listen("127.0.0.1", 0)
    monkeypatch.setattr("socket.socket", Taken)
    assert listen_on_other_loopback(listener, "127.0.0.1") == ([], name)
    listener.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there two servers would share the port")
@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has one loopback address alone")
def test_a_restart_is_at_localhost_though_browsers_were_at_it_just_now():
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    (before,), _name = listen_on_other_loopback(listener, "127.0.0.1")
    with socket.create_connection(("::1", port)) as browser:
        answered, _address = before.accept()
        answered.close()  # the server closes first: its end waits for a minute
        assert browser.recv(1) == b""
    before.close()
    (beside,), name = listen_on_other_loopback(listener, "127.0.0.1")
    assert name == "localhost"
    for each in (listener, beside):
        each.close()


@pytest.mark.parametrize(
    ("host", "method", "headers", "leads_to"),
    [
        ("127.0.0.1:8000", "get", {"Accept": "text/html"}, "http://localhost:8000/laws/?a=1"),
        ("[::1]:8000", "get", {"Accept": "text/html"}, "http://localhost:8000/laws/?a=1"),
        ("localhost:8000", "get", {"Accept": "text/html"}, None),
        ("192.168.1.20:8000", "get", {"Accept": "text/html"}, None),
        ("127.0.0.1:8000", "get", {"Accept": "application/json"}, None),
        ("127.0.0.1:8000", "post", {"Accept": "text/html"}, None),
        ("127.0.0.1:8000", "get", {"Accept": "text/html", "X-Forwarded-For": "10.0.0.1"}, None),
    ],
)
def test_a_browser_is_led_to_localhost(settings, host, method, headers, leads_to):
    settings.LOCAL_NAME = "localhost"
    request = getattr(RequestFactory(), method)("/laws/?a=1", headers=headers, HTTP_HOST=host)
    answer = LocalName(lambda _request: HttpResponse("here"))(request)
    assert answer.headers.get("Location") == leads_to
    settings.LOCAL_NAME = ""
    assert LocalName(lambda _request: HttpResponse("here"))(request).content == b"here"


def test_a_terminal_without_blocks_gets_no_code():
    assert can_print(code_text("http://192.168.1.20:8000/"), "utf-8")
    assert not can_print(code_text("http://192.168.1.20:8000/"), "cp1252")


def test_a_served_site_has_a_signed_link_only(settings):
    settings.DATABASE_URL = "postgresql://localhost/club"
    assert is_valid_setup_secret(first_account_address("127.0.0.1", 8000).split("/")[-2])


def test_a_port_in_use_is_told_before_anything_is_done():
    """`test_web_command` has the same refusal from a process."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"^Port {port} of 127\.0\.0\.1 is not available.*$") as told:
            call_command("serve", "--port", str(port))
    assert told.value.returncode == 1


def test_the_embedded_database_is_safe_against_power_cuts_and_waiting_writers(tmp_path, django_db_blocker):
    given = env.database_settings(url="", data_dir=tmp_path)
    embedded = DatabaseWrapper({**connections["default"].settings_dict, **given})
    with django_db_blocker.unblock(), embedded.cursor() as cursor:
        found = [
            cursor.execute(f"PRAGMA {pragma}").fetchone()[0]
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    embedded.close()
    assert [*found, embedded.transaction_mode] == ["wal", 2, 1, 20000, "IMMEDIATE"]
