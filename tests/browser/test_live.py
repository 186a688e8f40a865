"""A page that follows an import: by a stream from the real server, by polling where none comes."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import transaction
from playwright.sync_api import expect

from club.live import publish
from club.models import Organisation
from games.models import ArchiveImport, ImportState

REPOSITORY = Path(__file__).resolve().parent.parent.parent
GAME = '[White "Lees {n}"]\n[Black "Wyllie"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 {{{n}}} *\n\n'


class OwnServer:
    """`manage.py serve` with a data folder of its own."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {
            **os.environ,
            "DRAUGHTS_DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "club.config.settings",
        }
        for name in ("DATABASE_URL", "REDIS_URL", "DRAUGHTS_SECRET_KEY"):
            self.env.pop(name, None)
        self.process = None

    def start(self):
        command = [sys.executable, str(REPOSITORY / "manage.py"), "serve", "--demo", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, env=self.env, stdout=subprocess.DEVNULL, start_new_session=True
        )
        for _ in range(300):
            time.sleep(0.1)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def own_server(tmp_path):
    server = OwnServer(tmp_path / "data")
    server.start()
    yield server
    server.kill()


def archive_of(count, folder):
    """Many games, none like another: each has a different player."""
    path = folder / "many.pdn"
    path.write_text("".join(GAME.format(n=n) for n in range(count)))
    return path


def test_an_import_is_followed_by_a_stream_through_the_death_of_the_server(chromium, own_server, tmp_path):
    context = chromium.new_context(viewport={"width": 1280, "height": 600})
    page = context.new_page()
    page.goto(f"{own_server.url}/games/imports/")
    page.set_input_files("input[type=file]", archive_of(4000, tmp_path))
    page.locator("form:has(input[type=file]) button[type=submit]").first.click()
    page.wait_for_url("**/games/imports/*/")
    loads = []
    page.on("request", lambda asked: asked.is_navigation_request() and loads.append(asked.url))
    expect(page.locator("html")).to_have_attribute("data-live-by", "stream")
    stop = page.locator("#stop-reading")
    stop.focus()
    read = page.locator(".numbers dd").first
    expect(read).not_to_have_text("0", timeout=30_000)
    assert page.evaluate("document.activeElement.id") == "stop-reading"
    page.evaluate("window.scrollTo(0, 40)")
    scrolled = page.evaluate("window.scrollY")
    before = read.inner_text()
    own_server.kill()
    own_server.start()
    expect(read).not_to_have_text(before, timeout=20_000)
    assert page.evaluate("document.activeElement.id") in {"stop-reading", ""}
    expect(page.locator("#progress .badge--good")).to_be_visible(timeout=60_000)
    expect(read).to_have_text("4000")
    assert page.evaluate("window.scrollY") == scrolled
    expect(page.locator("html")).to_have_attribute("data-live-by", "off")
    assert loads == []
    context.close()


def test_without_a_stream_the_page_polls(open_page, transactional_db):
    club = Organisation.objects.get()
    archive = ArchiveImport.objects.create(organisation=club, file="x", name="many.pdn", sha256="0", size=100)
    page = open_page(f"/games/imports/{archive.pk}/", expected=("406",))
    expect(page.locator("html")).to_have_attribute("data-live-by", "poll")
    with transaction.atomic():
        ArchiveImport.objects.update(games_seen=77, state=ImportState.DONE)
        publish(f"import:{archive.pk}", "games.import.progress")
    expect(page.locator(".numbers dd").first).to_have_text("77")
    expect(page.locator("html")).to_have_attribute("data-live-by", "off")
