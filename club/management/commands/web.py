"""`manage.py web`: the pages and the live streams by themselves, for a served site."""

import contextlib
import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from club.management.commands.serve import listen, public_process, refuse_copy, stop, web_server
from club.management.commands.work import stop_at_end_of_input


class Command(BaseCommand):
    help = "Serve the pages and the live streams until stopped; workers run the jobs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument(
            "--while-input-open", action="store_true", help="stop when the standard input closes"
        )

    def handle(self, **options: Any) -> None:
        refuse_copy()
        if options["while_input_open"]:
            threading.Thread(target=stop_at_end_of_input, daemon=True).start()
        listener = listen(options["host"], options["port"])
        signal.signal(signal.SIGTERM, stop)
        # A signal ends the server first and is then raised once more.
        with listener, contextlib.suppress(KeyboardInterrupt):
            server = web_server()
            with public_process(server):
                server.run(sockets=[listener])
