"""`manage.py serve`: the whole club on one machine."""

import signal
import socket
import sys
from argparse import ArgumentParser
from errno import EADDRINUSE
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from club.accounts.invitation_secrets import make_setup_secret
from club.core.first_steps import LOOPBACK_HOSTS
from club.core.network_addresses import is_loopback, local_addresses, local_names
from club.jobs.supervisor import Supervisor
from club.live.hub.hub import Server
from club.models import User
from club.paper.qr import code_text
from club.site.static_files import gather_static

HIGHEST_PORT = 65535
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104


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
        beside, name = listen_on_other_loopback(listener, host)
        signal.signal(signal.SIGTERM, stop)
        call_command("migrate", interactive=False, verbosity=0)
        if gather_static():
            self.stdout.write(_("Static files collected."))
        if options["demo"]:
            call_command("loaddemo")
        # Our own start has made the checks, which import every page: a second or two of each worker's start.
        command = [sys.executable, *manage_command(), "work", "--while-input-open", "--skip-checks"]
        worker = Supervisor(command)
        worker.start()
        taken = listener.getsockname()[1]
        open_to_network(host, taken)
        settings.LOCAL_NAME = name if is_loopback(name) and not settings.HTTPS else ""
        if not User.objects.exists():
            values = {"address": first_account_address(name, taken)}
            self.stdout.write(_("There is no account yet. Create the first one at %(address)s") % values)
        facts = {"host": bracketed(name), "port": taken}
        self.stdout.write(_("Serving http://%(host)s:%(port)d/ - Ctrl-C stops.") % facts)
        self._print_phone_address(host)
        self.stdout.flush()
        try:
            web_server().run(sockets=[listener, *beside])
        except KeyboardInterrupt:
            pass
        finally:
            worker.stop()
            for each in (listener, *beside):
                each.close()
        self.stdout.write(_("Stopped."))

    def _print_phone_address(self, host: str) -> None:
        """Print the address that phones in the network open, and its code where the terminal can draw it."""
        if settings.PHONE_ADDRESS:
            self.stdout.write(_("Phones in this network: %(address)s") % {"address": settings.PHONE_ADDRESS})
            drawn = code_text(settings.PHONE_ADDRESS)
            if can_print(drawn, getattr(self.stdout, "encoding", None)):
                self.stdout.write(drawn)
        elif host in EVERYWHERE:
            self.stdout.write(_("This machine is not on a network: phones cannot reach it yet."))


def open_to_network(host: str, port: int) -> None:
    """Let the network ask for what listens to it, by the addresses and names that this machine has now."""
    if is_loopback(host) and host not in EVERYWHERE:
        return
    addresses = local_addresses() if host in EVERYWHERE else [host]
    names = [*map(bracketed, addresses), *local_names()]
    settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *names]))
    settings.PHONE_ADDRESS = f"http://{bracketed(addresses[0])}:{port}/" if addresses else ""


def can_print(text: str, encoding: str | None) -> bool:
    """Return True if the terminal can encode the text; old Windows consoles have no block characters."""
    try:
        text.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def listen(host: str, port: int) -> socket.socket:
    """Bind the port, or fail with a one-line explanation."""
    if not 0 <= port <= HIGHEST_PORT:
        raise CommandError(_("%(port)d is not a valid port: use 0 to 65535.") % {"port": port})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    reuse_address(listener)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        facts = {"host": host, "port": port, "reason": error.strerror}
        raise CommandError(
            _("Port %(port)d of %(host)s is not available (%(reason)s): choose another with --port.") % facts
        ) from None
    listener.set_inheritable(False)
    return listener


def reuse_address(listener: socket.socket) -> None:
    """Let a restart take the port at once, though connections of the server before it are still closing."""
    if sys.platform != "win32":  # there it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def listen_on_other_loopback(listener: socket.socket, host: str) -> tuple[list[socket.socket], str]:
    """Bind the same port of the other loopback address too, and return the host name for links.

    Browsers refuse passkeys at 127.0.0.1 and accept them at localhost, which they look up at ::1 first. Where
    another program has that port, localhost would lead to it: the number is used instead.
    """
    if host not in EVERYWHERE and not is_loopback(host):
        return [], host
    is_four = listener.family == socket.AF_INET
    if host == "::":
        return [], "localhost"
    other, family = ("::1", socket.AF_INET6) if is_four else ("127.0.0.1", socket.AF_INET)
    try:
        beside = socket.socket(family, socket.SOCK_STREAM)
    except OSError:
        return [], "localhost"  # a machine with one of the two alone
    reuse_address(beside)
    try:
        beside.bind((other, listener.getsockname()[1]))
        beside.listen(128)
    except OSError as error:
        beside.close()
        return [], ("127.0.0.1" if is_four else "::1") if error.errno == EADDRINUSE else "localhost"
    beside.set_inheritable(False)
    return [beside], "localhost"


def first_account_address(here: str, port: int) -> str:
    """Return the address for the first account: /welcome/ on this machine, else a signed link to it."""
    if here in LOOPBACK_HOSTS and not settings.DATABASE_URL:
        return f"http://{bracketed(here)}:{port}{reverse('club:welcome')}"
    return f"http://{bracketed(here)}:{port}{reverse('club:welcome_by_link', args=[make_setup_secret()])}"


def bracketed(host: str) -> str:
    """Return a host as part of a URL: IPv6 in brackets."""
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
    """Return the command line of this `manage.py`."""
    return [str(settings.BASE_DIR / "manage.py")]


def stop(_number: int, _frame: object) -> None:
    """Treat a request to end like Ctrl-C, so that the worker is stopped too."""
    raise KeyboardInterrupt
