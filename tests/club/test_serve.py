"""`manage.py serve` and `manage.py work` as real processes."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from processes import Site, until

from club.management.commands.serve import first_account_address
from club.setup_link import is_good

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """One data folder for all: gathering the static files takes a second or two."""
    site = Site(tmp_path_factory.mktemp("served"))
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    yield site
    site.end()


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        return answer.status, dict(answer.headers), answer.read()


def serve(site, port):
    """Start serving and wait for the first answer."""
    server = site.start("serve", "--port", str(port))

    def is_up():
        try:
            return get(port, "/healthz")[0] == 200
        except urllib.error.URLError:
            return server.poll() is not None

    assert until(is_up, 60), site.log()
    assert server.poll() is None, site.log()
    return server


def workers_of(server):
    """The process ids of the server's children, whichever thread started them."""
    threads = Path(f"/proc/{server.pid}/task").iterdir()
    return [int(pid) for thread in threads for pid in (thread / "children").read_text().split()]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are read from /proc")


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "a request to end"])
def test_pages_and_worker_stop_together(site, port, number):
    server = serve(site, port)
    assert until(lambda: len(workers_of(server)) == 1)
    (worker,) = workers_of(server)
    server.send_signal(number)
    assert server.wait(20) == 0
    assert not is_alive(worker)
    assert site.log().endswith("Stopped.\n")
    assert "Traceback" not in site.log()


@needs_proc
def test_a_dead_worker_is_replaced(site, port):
    server = serve(site, port)
    assert until(lambda: len(workers_of(server)) == 1)
    (worker,) = workers_of(server)
    os.kill(worker, signal.SIGKILL)
    assert until(lambda: workers_of(server) not in ([], [worker]))
    server.terminate()
    assert server.wait(20) == 0


@needs_proc
def test_the_worker_goes_when_the_server_is_killed(site, port):
    server = serve(site, port)
    assert until(lambda: len(workers_of(server)) == 1)
    (worker,) = workers_of(server)
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    assert until(lambda: not is_alive(worker), 20)


def test_a_site_without_an_account_says_where_the_first_one_is_made(site, port):
    server = serve(site, port)
    address = f"http://127.0.0.1:{port}/welcome/"
    assert f"Nobody has an account yet. Make the first one at {address}\n" in site.log()
    assert get(port, "/welcome/")[0] == 200
    server.terminate()
    server.wait(20)
    told = len(site.log())
    users = "from club.models import User; User.objects."
    site.run("shell", "-v", "0", "-c", users + "create_user('a@club.example')")
    server = serve(site, port)
    assert "account" not in site.log()[told:]
    server.terminate()
    server.wait(20)
    site.run("shell", "-v", "0", "-c", users + "all().delete()")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        pytest.param("127.0.0.1", "http://127.0.0.1:8000/welcome/", id="this machine"),
        pytest.param("0.0.0.0", "http://127.0.0.1:8000/welcome/", id="every address, seen from here"),  # noqa: S104
        pytest.param("::1", "http://[::1]:8000/welcome/", id="this machine by its longer address"),
        pytest.param("192.168.1.20", "http://192.168.1.20:8000/welcome/.+", id="a hall: a signed link"),
    ],
)
def test_the_first_account_is_made_where_it_can_be(settings, host, address):
    settings.DATABASE_URL = ""
    found = first_account_address(host, 8000)
    assert re.fullmatch(address.replace("[", r"\[").replace("]", r"\]"), found)


def test_a_served_site_has_a_signed_link_only(settings):
    settings.DATABASE_URL = "postgresql://localhost/club"
    assert is_good(first_account_address("127.0.0.1", 8000).split("/")[-2])


def test_a_port_in_use_is_told_in_one_line(site):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        tried = subprocess.run(
            site.command("serve", "--port", str(port)),
            env=site.env,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert tried.returncode == 1
    assert len(tried.stderr.splitlines()) == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in tried.stderr


def test_static_files_carry_their_hash_and_may_be_kept_for_ever(site, port):
    server = serve(site, port)
    page = get(port, "/accounts/login/")[2].decode()
    address = re.search(r'href="(/static/club/base\.[0-9a-f]{12}\.css)"', page).group(1)
    status, headers, _ = get(port, address)
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert "content-security-policy" in headers
    server.terminate()
    server.wait(20)


def test_the_embedded_database_is_safe_against_power_cuts_and_waiting_writers(site):
    site.migrate()
    told = site.run(
        "shell",
        "-v",
        "0",
        "-c",
        "from django.db import connection as c\n"
        "with c.cursor() as cursor:\n"
        "    for pragma in ('journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'):\n"
        "        print(cursor.execute('PRAGMA ' + pragma).fetchone()[0])\n"
        "print(c.transaction_mode)",
    )
    assert told.split() == ["wal", "2", "1", "20000", "IMMEDIATE"]
