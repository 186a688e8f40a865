"""`manage.py serve` for the browser: the real server with its hub and its worker."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from polling import until

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FIRST_ANSWER = 600_000  # milliseconds: the demo is made first
SIGN_IN = """
import django
django.setup()
from django.conf import settings
from django.test import Client
from club.models import User
client = Client()
client.force_login(User.objects.create_superuser("owner@club.example", "x"))
print(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


class ServerProcess:
    """A server with a data folder of its own."""

    def __init__(self, folder, templates, *, with_demo=True):
        self.extra = ["--demo"] if with_demo else []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.env = {
            **os.environ,
            "DRAUGHTS_DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "club.config.settings",
        }
        for name in ("DATABASE_URL", "REDIS_URL", "DRAUGHTS_SECRET_KEY"):
            self.env.pop(name, None)
        self.process = None
        templates.copy_to_file(folder / "club.sqlite3", self.env)
        templates.copy_static(folder / "static", self.env)

    def start(self):
        command = [
            sys.executable,
            str(REPOSITORY / "manage.py"),
            "serve",
            "--port",
            str(self.port),
            *self.extra,
        ]
        self.process = subprocess.Popen(
            command, env=self.env, stdout=subprocess.DEVNULL, start_new_session=True
        )
        assert until(self.has_its_port)

    def has_its_port(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def wait_until_open(self, context):
        """Wait for the first answer: the port is taken before the database is ready."""
        page = context.new_page()
        page.goto(f"{self.url}/laws/", timeout=FIRST_ANSWER)
        page.close()

    def sign_in(self, context):
        """Let a browser's context be whoever runs the site."""
        name, value = self.run(SIGN_IN).split()[-2:]
        context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def run(self, code):
        """Run code beside the server, on its data; what it prints."""
        command = [sys.executable, "-c", code]
        told = subprocess.run(
            command, env=self.env, cwd=REPOSITORY, capture_output=True, text=True, check=True
        )
        return told.stdout

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
