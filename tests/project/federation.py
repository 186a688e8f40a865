"""The processes of compose.yaml on this machine, started by its very commands."""

import os
import re
import signal
import sys
import urllib.error
import urllib.request

import yaml
from processes import REPOSITORY, Site
from streams import free_port

COMPOSE = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
HOST = "club.example"
# What the proxy of compose.yaml tells a page server.
PROXIED = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


class Federation(Site):
    """Page servers, workers and a Redis of its own beside a PostgreSQL database."""

    def __init__(self, folder, *, database_url, store):
        super().__init__(folder, database_url=database_url, redis_url=store.url)
        self.store = store
        self.imports = "import json\nfrom club.models import *\n"
        given = {key: str(value) for key, value in SERVICES["web"]["environment"].items()}
        self.env |= {name: value for name, value in given.items() if not re.search(r"_URL$|_DIR$", name)}
        self.env |= {
            "DJANGO_SETTINGS_MODULE": "club.config.settings",
            "DRAUGHTS_SECRET_KEY": "made-by_chance 0123456789" * 3,
            "DRAUGHTS_ALLOWED_HOSTS": HOST,
            "DRAUGHTS_TRUSTED_ORIGINS": f"https://{HOST}",
            "DRAUGHTS_BEAT_FILE": str(folder / "beat"),
        }
        self.ports = {}
        self.names = {}

    def lay_out(self):
        """What compose.yaml does once before anything stays; the static files need no database."""
        begun = [self.start(*map(str, SERVICES[name]["command"])) for name in ("migrate", "static")]
        assert [process.wait(600) for process in begun] == [0, 0], self.log()

    def command(self, *arguments):
        """A command of manage.py, or one of compose.yaml with this machine's Python."""
        if arguments[0] != "python":
            return super().command(*arguments)
        return [sys.executable, *arguments[1:]]

    def service(self, name):
        """Start a service on a free port; its sessions in the database carry its name and number."""
        port = free_port()
        told = [
            str(word).replace("0.0.0.0", "127.0.0.1").replace("8000", str(port))  # noqa: S104 - it is taken out
            for word in SERVICES[name]["command"]
        ]
        self.env["PGAPPNAME"] = f"{name}-{len(self.started)}"
        process = self.start(*told)
        self.names[process] = self.env.pop("PGAPPNAME")
        self.ports[process] = port
        return process

    def ask(self, web, path, *, body=None, headers=None, timeout=120):
        """Status and text of an answer; 0 where none comes."""
        address = f"http://127.0.0.1:{self.ports[web]}{path}"
        asked = urllib.request.Request(address, data=body, headers={**PROXIED, **(headers or {})})
        try:
            with urllib.request.urlopen(asked, timeout=timeout) as answer:  # noqa: S310 - http to this machine
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except (urllib.error.URLError, OSError):
            return 0, ""

    def get(self, web, path, cookie="", timeout=120):
        headers = {"Cookie": f"__Host-draughts_session={cookie}"} if cookie else {}
        return self.ask(web, path, headers=headers, timeout=timeout)

    def kill(self, process):
        """Kill -9: the service with everything it started."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def end(self):
        """End what still runs; the own Redis goes as it is."""
        self.env["REDIS_URL"] = ""
        super().end()
        self.store.kill()
