"""Downloads from addresses that users name: public hosts alone, bounded in size and time."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from club.core import downloads
from club.core.downloads import DownloadFailed, Validators, download, is_public_page

PAGES = {"/small": b"1. 11-15 *", "/large": b"x" * 5000}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            for _second in range(50):
                time.sleep(0.1)
                try:
                    self.wfile.write(b"x")
                except OSError:
                    return
        elif self.path == "/known" and self.headers.get("If-Modified-Since") == "Monday":
            self.send_response(304)
            self.end_headers()
        elif self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to"))
            self.end_headers()
        elif self.path == "/cut":
            self.send_response(200)
            self.send_header("Content-Length", "500")
            self.end_headers()
            self.wfile.write(b"half of it")
        elif self.path == "/inside":
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd")
            self.end_headers()
        elif self.path == "/nowhere":
            self.send_response(302)
            self.send_header("Location", "http://[half")
            self.end_headers()
        else:
            body = PAGES.get(self.path)
            self.send_response(200 if body else 404)
            self.send_header("ETag", '"one"')
            self.end_headers()
            self.wfile.write(body or b"")

    def log_message(self, *_said):
        """Say nothing."""


@pytest.fixture(scope="module")
def site():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_settings(settings):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False


def fails(url, **more):
    with pytest.raises(DownloadFailed) as told:
        download(url, most_bytes=1000, **more)
    return told.value.reason, told.value.status


@pytest.mark.parametrize(
    ("url", "is_public"),
    [
        ("https://games.example/live.pdn", True),
        ("http://games.example:8080/live.pdn?round=1", True),
        ("http://games.example:22/", False),
        ("http://127.0.0.1/live.pdn", False),
        ("http://[::1]/live.pdn", False),
        ("http://169.254.169.254/latest/meta-data", False),
        ("http://10.0.0.7/live.pdn", False),
        ("http://localhost/live.pdn", False),
        ("http://printer.local/live.pdn", False),
        ("https://me:secret@games.example/", False),
        ("ftp://games.example/live.pdn", False),
        ("https:///live.pdn", False),
        ("https://games.example/a b", False),
        ("https://games.example:x/", False),
    ],
)
def test_which_addresses_are_public(settings, url, is_public):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = True
    assert is_public_page(url) is is_public


@pytest.mark.usefixtures("open_settings")
def test_a_file_with_its_validators(site):
    assert download(f"{site}/small", most_bytes=1000) == (b"1. 11-15 *", Validators('"one"', ""))
    assert download(f"{site}/to/small", most_bytes=1000).content == b"1. 11-15 *"


@pytest.mark.usefixtures("open_settings")
def test_a_file_that_did_not_change(site):
    known = Validators("", "Monday")
    assert download(f"{site}/known", most_bytes=1000, known=known) == (None, known)


@pytest.mark.usefixtures("open_settings")
def test_what_fails(site):
    assert fails(f"{site}/none") == ("status", 404)
    assert fails(f"{site}/large") == ("size", 0)
    assert fails(f"{site}/cut") == ("unreachable", 0)
    assert fails(f"{site}/to/to/to/to/small") == ("address", 0)
    assert fails(f"{site}/inside") == ("address", 0)
    assert fails("http://127.0.0.1:9/") == ("unreachable", 0)


@pytest.mark.usefixtures("open_settings")
def test_a_site_that_drips_is_cut_off(site, monkeypatch):
    monkeypatch.setattr(downloads, "MAX_SECONDS", 0.3)
    assert fails(f"{site}/slow") == ("slow", 0)


def test_a_name_that_leads_inside_is_refused(site, settings, monkeypatch):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = True
    port = int(site.rpartition(":")[2])
    monkeypatch.setattr(downloads, "OTHER_PORTS", frozenset({port}))

    class Loop:
        async def getaddrinfo(self, *_asked, **_more):
            return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("club.core.outgoing.asyncio.get_running_loop", Loop)
    assert fails(f"http://games.example:{port}/small") == ("address", 0)


@pytest.mark.usefixtures("open_settings")
def test_a_redirect_to_what_is_no_address_is_refused(site):
    assert fails(f"{site}/nowhere") == ("address", 0)
