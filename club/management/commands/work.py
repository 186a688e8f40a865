"""`manage.py work`: a worker that runs jobs."""

import gc
import os
import signal
import sys
import threading
import warnings
from argparse import ArgumentParser
from typing import Any

from celery import current_app
from celery.exceptions import SecurityWarning
from django.core.management.base import BaseCommand, CommandError

from club.management.commands.serve import refuse_copy
from club.models import Queue


class Command(BaseCommand):
    help = "Run waiting jobs until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--queues", default=",".join(Queue.values), help="most urgent first")
        parser.add_argument("--processes", type=int, default=0, help="0 runs the jobs in this process")
        parser.add_argument(
            "--while-input-open", action="store_true", help="stop when the standard input closes"
        )

    def handle(self, **options: Any) -> None:
        refuse_copy()
        queues = options["queues"].split(",")
        if unknown := set(queues) - set(Queue.values):
            raise CommandError(f"No queue is called {', '.join(sorted(unknown))}.")
        if options["while_input_open"]:
            threading.Thread(target=stop_at_end_of_input, daemon=True).start()
        # Django makes its checks before a command; Celery would make the same ones a second time.
        os.environ["CELERY_SKIP_CHECKS"] = "1"
        # Celery warns root of pickled messages; only JSON is accepted here.
        warnings.filterwarnings("ignore", category=SecurityWarning)
        worker = current_app.Worker(
            queues=queues,
            pool="prefork" if options["processes"] else "solo",
            concurrency=options["processes"] or 1,
            loglevel="WARNING",
            quiet=True,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        gc.collect()
        gc.freeze()  # loaded modules are left out of the collections of each heartbeat
        worker.start()
        sys.exit(worker.exitcode)


def stop_at_end_of_input() -> None:
    """Stop this worker when its parent process ends for any reason: the parent's end of the pipe closes."""
    while os.read(0, 1024):
        pass
    if sys.platform == "win32":
        os._exit(0)  # no signal stops a worker gently there; its job is undone and done again
    os.kill(os.getpid(), signal.SIGTERM)
