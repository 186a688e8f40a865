"""Supervisor of a child process: restarted when it dies, stopped gracefully on request."""

import logging
import subprocess
import threading
import time
from collections.abc import Sequence

log = logging.getLogger("club.serve")

FIRST_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 30.0
STEADY_SECONDS = 30.0  # a child that ran this long has not failed at start
TERMINATE_SECONDS = 10.0


class Supervisor:
    """Runs one command for the lifetime of the supervisor."""

    def __init__(self, command: Sequence[str], *, name: str = "worker") -> None:
        self.command, self.name = list(command), name
        self.stopping = threading.Event()
        self.guard = threading.Lock()
        self.child: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self._monitor, name=f"{name}-supervisor", daemon=True)

    def start(self) -> None:
        """Start the child and monitor it."""
        self.thread.start()

    def stop(self) -> None:
        """Terminate the child; kill it if it does not exit."""
        with self.guard:
            self.stopping.set()
            child = self.child
        if child is not None:
            child.terminate()
            try:
                child.wait(TERMINATE_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        if self.thread.ident is not None:  # None if it was never started
            self.thread.join()

    def _monitor(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while True:
            with self.guard:
                if self.stopping.is_set():
                    return
                self.child = child = self._spawn()
            began = time.monotonic()
            code = child.wait()
            if self.stopping.is_set():
                return
            steady = time.monotonic() - began > STEADY_SECONDS
            pause = FIRST_PAUSE_SECONDS if steady else min(pause * 2, MAX_PAUSE_SECONDS)
            log.warning("The %s ended (%s) and starts again in %.0f s.", self.name, code, pause)
            self.stopping.wait(pause)

    def _spawn(self) -> subprocess.Popen[bytes]:
        # The open pipe shows the child that the parent is alive. In its own session it gets no Ctrl-C.
        return subprocess.Popen(self.command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own command
