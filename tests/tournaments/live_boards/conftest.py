"""Boards that are followed live, and another site that sends their games as PDN."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tournaments.live_boards.services.boards import open_live_boards, set_broadcast


class OtherSite:
    """A site with one file. It knows ETag and If-None-Match, and what was asked."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}/round.pdn"
        self.text, self.status, self.headers, self.asked = "", 200, {}, []

    @property
    def etag(self):
        return f'"{hash(self.text)}"'


@pytest.fixture
def other_site(settings):
    """A site on this machine, which the settings of the test let through."""
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
    holder = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            site = holder[0]
            site.asked.append(dict(self.headers))
            is_known = site.status == 200 and self.headers.get("If-None-Match") == site.etag
            body = b"" if is_known else site.text.encode()
            self.send_response(304 if is_known else site.status)
            for name, value in {"ETag": site.etag, **site.headers, "Content-Length": len(body)}.items():
                self.send_header(name, str(value))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_said):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    holder.append(OtherSite(server.server_port))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield holder[0]
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def boards(hall):
    """All boards of the round, followed live."""
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director)
