"""`manage.py follow URL`: a warm copy of a site on a second machine, read-only until it is promoted."""

import getpass
import os
import signal
import sys
import threading
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from club.backups.copy_client import FirstMachine, Unreachable
from club.backups.copy_state import (
    FOLLOWING,
    CopyState,
    read_state,
    require_state,
    sole_follower,
    write_state,
)
from club.backups.errors import CopyNotEmpty, NotACopy, OtherHistory
from club.backups.services.following import Following, promotion_asked_at
from club.backups.services.restore import first_table_with_data
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.network_addresses import is_loopback
from club.core.outages import outage_of
from club.jobs.supervisor import Supervisor
from club.management.commands.serve import manage_command, stop
from club.site.static_files import gather_static

TOKEN_VARIABLE = "DRAUGHTS_FOLLOW_TOKEN"  # noqa: S105 - the name of a variable
LEAST_SECONDS, USUAL_SECONDS = 1, 5
LOOK_SECONDS = 0.2


class Command(BaseCommand):
    help = (
        "Keep a read-only copy of another site, with its pages, until Ctrl-C. `promote` makes it the site. "
        "The token belongs to the site administrator and may manage backups."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="address of the site, such as http://192.168.1.20:8000")
        parser.add_argument("--token-file", type=Path, help=f"file with the token; else ${TOKEN_VARIABLE}")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="address at which the copy is shown")
        parser.add_argument("--every", type=int, default=USUAL_SECONDS, help="least seconds between copies")
        parser.add_argument("--no-pages", action="store_true", help="show no pages")
        parser.add_argument("--once", action="store_true", help="fetch one copy and end")

    def handle(self, **options: Any) -> None:
        signal.signal(signal.SIGTERM, stop)
        try:
            with sole_follower():
                self._follow(options)
        except ClubError as refusal:
            raise CommandError(" ".join(refusal_text(refusal))) from None
        except Unreachable as error:
            facts = {"url": options["url"], "reason": error}
            raise CommandError(_("%(url)s does not answer (%(reason)s).") % facts) from None
        except OSError as error:
            outage = outage_of(error)
            if outage is None:
                raise
            raise CommandError(f"{outage.what} {outage.next_step}") from None
        except KeyboardInterrupt:
            self.stdout.write(_("Stopped."))

    def _follow(self, options: dict[str, Any]) -> None:
        first = FirstMachine(options["url"], self._token(options["token_file"]))
        every = max(LEAST_SECONDS, options["every"])
        following = Following(first, every=every, say=self._say)
        self._prepare(first)
        promotion_asked_at().unlink(missing_ok=True)
        if not require_state().made_at or options["once"]:
            first.status()  # names a wrong address or token before anything is fetched
            installed = following.copy_once()
            facts = {"url": first.url, "number": installed.number}
            self._say(_("Copied %(url)s: %(number)d changes.") % facts)
        if options["once"]:
            return
        with _pages(options) as is_shown:
            if is_shown:
                facts = {"host": options["host"], "port": options["port"]}
                self._say(_("The copy is at http://%(host)s:%(port)d/ - Ctrl-C stops.") % facts)
            self._run(following)

    def _run(self, following: Following) -> None:
        """Follow until Ctrl-C, or until `promote` asks for the copy."""
        asked = threading.Thread(target=_stop_when_asked, args=(following,), daemon=True)
        asked.start()
        try:
            following.run()
        except OtherHistory as refusal:
            # The copy stays as it is: it may be all that is left of an event.
            raise refusal from None
        finally:
            following.stop()
        if promotion_asked_at().exists():
            self._say(_("Stopped, as this copy is promoted."))

    def _prepare(self, first: FirstMachine) -> None:
        if connection.vendor == "sqlite":  # a WAL would belong to a file that is soon replaced
            connection.settings_dict["OPTIONS"]["init_command"] = "PRAGMA foreign_keys=ON;"
        state = read_state()
        if state is not None and state.phase != FOLLOWING:
            raise NotACopy(folder=_("it was promoted"))
        if state is None:
            if found := first_table_with_data():
                raise CopyNotEmpty(table=found)
            write_state(CopyState(url=first.url))
            if connection.vendor == "postgresql":
                self._say(_("The database is filled with the copy."))
        elif state.url != first.url:  # a new address in the network of the hall; the history is compared
            write_state(CopyState(**{**_facts(state), "url": first.url}))
        connection.close()
        if not first.is_secure and not is_loopback(first.host):
            self.stderr.write(
                _("The copy travels unencrypted. Use https, or a network that you trust: it has everything.")
            )

    def _token(self, file: Path | None) -> str:
        if file is not None:
            try:
                return file.expanduser().read_text(encoding="ascii").strip()
            except (OSError, UnicodeDecodeError) as error:
                why = {"file": file, "reason": error}
                raise CommandError(_("%(file)s cannot be read (%(reason)s).") % why) from None
        token = os.environ.get(TOKEN_VARIABLE, "").strip()
        return token or getpass.getpass(_("API token: ")).strip()

    def _say(self, text: str) -> None:
        self.stdout.write(f"{time.strftime('%H:%M:%S')} {text}")
        self.stdout.flush()


def _facts(state: CopyState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in ("phase", "made_at", "number", "heard_at", "program")}


def _stop_when_asked(following: Following) -> None:
    while not following.stopping.is_set():
        if promotion_asked_at().exists():
            following.stop()
        time.sleep(LOOK_SECONDS)


class _pages:  # noqa: N801 - used as a function
    """Page server of the copy: a process of its own, which writes nothing and ends with this one."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.server: Supervisor | None = None
        if not options["no_pages"]:
            address = ["--port", str(options["port"]), "--host", options["host"]]
            command = [*manage_command(), "web", "--while-input-open", "--skip-checks", *address]
            self.server = Supervisor([sys.executable, *command])

    def __enter__(self) -> bool:
        """Start it."""
        if self.server is None:
            return False
        gather_static()
        os.environ["DRAUGHTS_IS_COPY"] = "1"
        self.server.start()
        return True

    def __exit__(self, *_error: object) -> None:
        """Stop it."""
        if self.server is not None:
            self.server.stop()
