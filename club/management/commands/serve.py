"""`manage.py serve`: the whole club on one machine."""

import contextlib
import os
import shutil
import signal
import socket
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from errno import EADDRINUSE
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from club.accounts.invitation_secrets import make_setup_secret
from club.backups.copy_state import require_no_copy
from club.backups.errors import IsACopy
from club.core.first_steps import LOOPBACK_HOSTS
from club.core.messages import refusal_text
from club.core.network_addresses import is_loopback
from club.hall.hall import EVERYWHERE, Hall, bracketed, networks_of_opening
from club.jobs.supervisor import Supervisor
from club.live.hub.server import Server
from club.management.preparation import prepare_database
from club.models import User
from club.paper.qr import code_text
from club.site.static_files import gather_static

HIGHEST_PORT = 65535
LONGEST_SOCKET_PATH = 100  # bytes, with which every system is content


class Command(BaseCommand):
    help = "Prepare the database, then serve the pages and run the jobs until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--demo", action="store_true", help="load the demo first, unless it was removed")
        parser.add_argument("--hall", action="store_true", help="open to the phones in the local network")

    def handle(self, **options: Any) -> None:
        refuse_copy()
        host, port = options["host"], options["port"]
        # Taken before anything else is done, so that a port in use is told at once and cannot be lost.
        listener = listen(host, port)
        beside, name = listen_on_other_loopback(listener, host)
        signal.signal(signal.SIGTERM, stop)
        prepare_database()
        if gather_static():
            self.stdout.write(_("Static files collected."))
        if options["demo"]:
            call_command("loaddemo", unless_removed=True)
        # Our own start has made the checks, which import every page: a second or two of each worker's start.
        command = [sys.executable, *manage_command(), "work", "--while-input-open", "--skip-checks"]
        worker = Supervisor(command)
        taken = listener.getsockname()[1]
        server = web_server()
        # Not before: its start takes two seconds of processor time, which the first answer would wait for.
        server.on_started.append(worker.start)
        hall = hall_of(server, host, taken)
        if hall is None and options["hall"]:
            self.stderr.write(_("Behind https or a proxy the site has its own address: --hall does nothing."))
        elif hall is not None:
            open_hall_of_start(hall, is_asked=options["hall"])
        settings.LOCAL_NAME = name if is_loopback(name) and not settings.HTTPS else ""
        if not User.objects.exists():
            values = {"address": first_account_address(name, taken)}
            self.stdout.write(_("There is no account yet. Create the first one at %(address)s") % values)
        facts = {"host": bracketed(name), "port": taken}
        self.stdout.write(_("Serving http://%(host)s:%(port)d/ - Ctrl-C stops.") % facts)
        if hall is not None and hall.is_open:
            self._print_phone_addresses(hall)
        self.stdout.flush()
        try:
            with public_process(server):
                server.run(sockets=[listener, *beside])
        except KeyboardInterrupt:
            pass
        finally:
            worker.stop()
            if hall is not None:
                hall.stop()
            for each in (listener, *beside):
                each.close()
        self.stdout.write(_("Stopped."))

    def _print_phone_addresses(self, hall: Hall) -> None:
        """Print the addresses that phones in the network open, and the first as a code if it can be drawn."""
        if hall.waiting:
            self.stdout.write(
                _("This machine is in another network than before. The desk asks before it opens there.")
            )
        if not hall.sites:
            if not hall.waiting:
                self.stdout.write(_("This machine is not on a network: phones cannot reach it yet."))
            return
        best, *others = hall.sites
        self.stdout.write(_("Phones in this network: %(address)s") % {"address": best})
        if others:
            self.stdout.write(_("Other addresses: %(addresses)s") % {"addresses": ", ".join(others)})
        drawn = code_text(best)
        if can_print(drawn, getattr(self.stdout, "encoding", None)):
            self.stdout.write(drawn)


def refuse_copy() -> None:
    """Refuse to serve a copy of another site as a site."""
    try:
        require_no_copy()
    except IsACopy as refusal:
        raise CommandError(" ".join(refusal_text(refusal))) from None


def hall_of(server: Server, host: str, port: int) -> Hall | None:
    """Return the hall of this server; none for a site behind https or a proxy, whose hosts are set for it."""
    if settings.HTTPS or settings.PROXIES:
        return None
    Hall.running = Hall(server, port, host=host)
    return Hall.running


def open_hall_of_start(hall: Hall, *, is_asked: bool) -> None:
    """Open a hall that the command line asks for, or one that was open before a restart.

    The codes in the hall have to work again after a restart; in another network the desk is asked first.
    """
    before = None if is_asked or hall.is_fixed else networks_of_opening(hall.port)
    if is_asked or hall.is_fixed or before is not None:
        hall.open(before)


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


@contextlib.contextmanager
def public_process(server: Server) -> Iterator[None]:
    """Run the process that computes what strangers ask for, from the start of the server until the end.

    Without it the server answers everything by itself: on a system whose sockets have no paths, without
    room for a temporary folder, and where DRAUGHTS_PUBLIC_PROCESS is 0.
    """
    folder = socket_folder() if settings.HAS_PUBLIC_PROCESS and hasattr(socket, "AF_UNIX") else None
    child = None
    if folder is not None:
        path = folder / "public"
        settings.PUBLIC_SOCKET = str(path)
        # The desk goes before strangers at the processor too.
        nice = shutil.which("nice")
        options = ["answer", str(path), "--while-input-open", "--skip-checks"]
        command = [*([nice, "-n", "5"] if nice else []), sys.executable, *manage_command(), *options]
        child = Supervisor(command, name="public process")
        server.on_started.append(child.start)
    try:
        yield
    finally:
        if child is not None:
            child.stop()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def socket_folder() -> Path | None:
    """Create the folder of the socket; None if the disk is full, or its path is too long for a socket."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="draughts-"))
    except OSError:
        return None
    if len(os.fsencode(folder / "public")) <= LONGEST_SOCKET_PATH:
        return folder
    folder.rmdir()
    return None


def manage_command() -> list[str]:
    """Return the command line of this `manage.py`."""
    return [str(settings.BASE_DIR / "manage.py")]


def stop(_number: int, _frame: object) -> None:
    """Treat a request to end like Ctrl-C, so that the worker is stopped too."""
    raise KeyboardInterrupt
