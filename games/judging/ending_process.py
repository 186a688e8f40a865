"""Build process for endgame tables: started, watched through a report in its folder, stopped.

Building takes minutes of one processor and half a gigabyte, too much for a worker that has other jobs. So a
separate process builds; `build_endings --report` writes its progress. It ends with the process that started
it, as the other end of its standard input closes. The part built until then remains.
"""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from games.endings.table_store import folder_of
from games.rules import HouseVariant, Variant, base_key_of

REPORT, STOP = "build.json", "build.stop"
SILENT_SECONDS = 90.0  # a builder without a report for so long is dead
REPORT_SECONDS = 1.0

_processes: dict[Path, subprocess.Popen[bytes]] = {}


class BuildReport(NamedTuple):
    """Progress of a builder, in placements to build and to prove."""

    done: int = 0
    steps: int = 0
    at: float = 0.0  # time of writing, in seconds of time.time()
    is_over: bool = False
    error: str = ""


def read_report(variant: Variant, folder: Path) -> BuildReport:
    """Return the last report; an empty one if no report can be read."""
    try:
        return BuildReport(**json.loads((folder_of(variant, folder) / REPORT).read_text()))
    except (OSError, ValueError, TypeError):
        return BuildReport()


def forget_report(variant: Variant, folder: Path) -> None:
    """Remove the report of a builder that has ended, so that the next one begins without its error."""
    (folder_of(variant, folder) / REPORT).unlink(missing_ok=True)


def is_building(variant: Variant, folder: Path) -> bool:
    """Check that a builder works on this table, started by this process or another."""
    place = folder_of(variant, folder)
    own = _processes.get(place)
    if own is not None and own.poll() is None:
        return True
    report = read_report(variant, folder)
    if own is not None:
        _forget_process(place)
        if not report.is_over:
            forget_report(variant, folder)  # it was killed: the next one need not wait for the timeout
        return False
    return not report.is_over and time.time() - report.at < SILENT_SECONDS


def start_building(variant: Variant, folder: Path, *, pieces: int) -> None:
    """Start a builder; it resumes at the end of an earlier one."""
    place = folder_of(variant, folder)
    place.mkdir(parents=True, exist_ok=True)
    for name in (REPORT, STOP):
        (place / name).unlink(missing_ok=True)
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "build_endings"]
    if isinstance(variant, HouseVariant):
        command += ["--variant", base_key_of(variant), "--house-rules", variant.rules_text]
    else:
        command += ["--variant", variant.key]
    command += [
        "--pieces",
        str(pieces),
        "--folder",
        str(folder),
        "--report",
        str(place / REPORT),
        "--skip-checks",
    ]
    _processes[place] = subprocess.Popen(  # noqa: S603 - our own command
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def stop_building(variant: Variant, folder: Path) -> None:
    """Stop the builder within a second or two, regardless of which process started it."""
    place = folder_of(variant, folder)
    if place.is_dir():
        (place / STOP).touch()
    own = _processes.get(place)
    if own is not None:
        own.terminate()
        own.wait()
        _forget_process(place)
        forget_report(variant, folder)


def _forget_process(place: Path) -> None:
    """Forget a process of our own that has ended."""
    own = _processes.pop(place)
    if own.stdin is not None:
        own.stdin.close()


class Reporter:
    """The builder's side: writes the report once a second and ends the process that is no longer wanted."""

    def __init__(self, path: Path, steps: int) -> None:
        self.path, self.steps, self.done = path, steps, 0
        self._last = 0.0
        if hasattr(os, "nice"):
            os.nice(10)  # entering results has precedence
        threading.Thread(target=self._end_with_starter, daemon=True).start()
        self.write()

    def advance(self, more: int) -> None:
        """Count placements that are done."""
        self.done += more
        if time.monotonic() - self._last < REPORT_SECONDS:
            return
        if (self.path.parent / STOP).exists():
            self.path.unlink(missing_ok=True)
            raise KeyboardInterrupt
        self.write()

    def write(self, *, is_over: bool = False, error: str = "") -> None:
        """Write the report, which is there whole or not at all."""
        self._last = time.monotonic()
        facts: dict[str, Any] = {"done": self.done, "steps": self.steps, "at": time.time()}
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps({**facts, "is_over": is_over, "error": error}))
        part.replace(self.path)

    def _end_with_starter(self) -> None:
        while os.read(0, 1024):
            pass
        self.path.unlink(missing_ok=True)  # so that the next starter need not wait for the timeout
        os._exit(0)
