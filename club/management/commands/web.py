"""`manage.py web`: the pages and the live streams by themselves, for a served site."""

import contextlib
import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from club.management.commands.serve import listen, stop, web_server


class Command(BaseCommand):
    help = "Serve the pages and the live streams until stopped; workers run the jobs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")

    def handle(self, **options: Any) -> None:
        listener = listen(options["host"], options["port"])
        signal.signal(signal.SIGTERM, stop)
        # A signal ends the server first and is then raised once more.
        with listener, contextlib.suppress(KeyboardInterrupt):
            web_server().run(sockets=[listener])
