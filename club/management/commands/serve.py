"""`manage.py serve`: the whole club on one machine."""

import signal
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from club.first_steps import OWN_HOSTS
from club.hub.server import Server
from club.models import User
from club.services.static import gather_static
from club.setup_link import make_secret
from club.supervisor import Supervisor

HIGHEST_PORT = 65535
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - and how this machine calls itself


class Command(BaseCommand):
    help = "Prepare the database, then serve the pages and run the jobs until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--demo", action="store_true", help="load the demo first")

    def handle(self, **options: Any) -> None:
        host, port = options["host"], options["port"]
        # Taken before anything else is done, so that a port in use is told at once and cannot be lost.
        listener = listen(host, port)
        signal.signal(signal.SIGTERM, stop)
        call_command("migrate", interactive=False, verbosity=0)
        if gather_static():
            self.stdout.write(_("Static files gathered."))
        if options["demo"]:
            call_command("loaddemo")
        # Our own start has made the checks, which import every page: a second or two of each worker's start.
        command = [sys.executable, *manage_command(), "work", "--while-input-open", "--skip-checks"]
        worker = Supervisor(command)
        worker.start()
        taken = listener.getsockname()[1]
        if not User.objects.exists():
            told = {"address": first_account_address(host, taken)}
            self.stdout.write(_("Nobody has an account yet. Make the first one at %(address)s") % told)
        facts = {"host": bracketed(host), "port": taken}
        self.stdout.write(_("Serving http://%(host)s:%(port)d/ - Ctrl-C stops.") % facts)
        self.stdout.flush()
        try:
            web_server().run(sockets=[listener])
        except KeyboardInterrupt:
            pass
        finally:
            worker.stop()
            listener.close()
        self.stdout.write(_("Stopped."))


def listen(host: str, port: int) -> socket.socket:
    """Take the port, or say in one line who may have it."""
    if not 0 <= port <= HIGHEST_PORT:
        raise CommandError(_("%(port)d is not a port: 0 to 65535.") % {"port": port})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        facts = {"host": host, "port": port, "reason": error.strerror}
        raise CommandError(
            _("Port %(port)d of %(host)s cannot be used (%(reason)s): choose one with --port.") % facts
        ) from None
    listener.set_inheritable(False)
    return listener


def first_account_address(host: str, port: int) -> str:
    """Where the first account is made: /welcome/ at this very machine, else a signed link to it."""
    here = EVERYWHERE.get(host, host)
    if here in OWN_HOSTS and not settings.DATABASE_URL:
        return f"http://{bracketed(here)}:{port}{reverse('club:welcome')}"
    return f"http://{bracketed(here)}:{port}{reverse('club:welcome_by_link', args=[make_secret()])}"


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def web_server() -> Server:
    """One process with Django inside, quiet but for what goes wrong."""
    return Server(
        uvicorn.Config(
            settings.ASGI_APPLICATION,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # ClientAddress reads them, as far as DRAUGHTS_PROXIES says
            timeout_graceful_shutdown=5,
            lifespan="off",
        )
    )


def manage_command() -> list[str]:
    """How this very command line was reached."""
    return [str(settings.BASE_DIR / "manage.py")]


def stop(_number: int, _frame: object) -> None:
    """Treat a request to end like Ctrl-C, so that the worker is stopped too."""
    raise KeyboardInterrupt
