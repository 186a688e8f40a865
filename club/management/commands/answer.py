"""`manage.py answer`: compute what a page server passes on; `serve` and `web` start it."""

import asyncio
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string

from club.live.hub.public_process import Answering
from club.management.commands.work import stop_at_end_of_input

PAGES = "club.config.asgi.strangers"
LEAVES = "club.live.hub.public_process.LeaveToPageServer"


class Command(BaseCommand):
    help = "Answer the requests that a page server passes on at a socket; serve and web start this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", help="path of the socket")
        parser.add_argument(
            "--while-input-open", action="store_true", help="stop when the standard input closes"
        )

    def handle(self, **options: Any) -> None:
        if options["while_input_open"]:
            threading.Thread(target=stop_at_end_of_input, daemon=True).start()
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, LEAVES]  # read when the pages are imported
        asyncio.run(Answering(import_string(PAGES)).serve(options["path"]))
