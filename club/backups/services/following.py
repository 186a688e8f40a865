"""Following of a site: a listener writes each change to the journal, and copies are fetched after changes."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from club.backups.copy_client import FirstMachine, Unreachable
from club.backups.copy_state import Journal, change_state, require_state, state_folder
from club.backups.errors import NotFollowable, OtherHistory
from club.backups.services.copy_restore import Installed, install_copy
from club.backups.services.promotion import keep_missing
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.outages import outage_of
from club.models import JobState

log = logging.getLogger("club.follow")

REST: Final = 4.0
"""Rest after a copy, as a multiple of its duration: copies may use a fifth of the first machine."""
MAX_AGE_SECONDS: Final = 3600.0  # also for what no audit entry names, such as moves in play
MADE_SECONDS: Final = 1800.0
ASK_SECONDS: Final = 0.25
AGAIN_SECONDS: Final = 1.0
MAX_PAUSE_SECONDS: Final = 30.0
NOTED_SECONDS: Final = 2.0
NEW_COPY: Final = "new.tar"


class Following:
    """One process that follows a site until it is stopped."""

    def __init__(self, first: FirstMachine, *, every: float, say: Callable[[str], None]) -> None:
        self.first, self.every, self.say = first, every, say
        self.journal = Journal(state_folder())
        self.stopping, self.changed = threading.Event(), threading.Event()
        self.refusal: ClubError | None = None
        self.heard = 0
        self.heard_at = 0.0
        self.is_lost = False
        self.guard = threading.Lock()

    def copy_once(self) -> Installed:
        """Fetch a copy and put it in place of the one that is here."""
        path = state_folder() / NEW_COPY
        asked = self.first.request_copy()
        until = time.monotonic() + MADE_SECONDS
        while asked["state"] == JobState.WAITING:
            if time.monotonic() > until or self.stopping.wait(ASK_SECONDS):
                raise Unreachable(_("The first machine does not make a copy: its worker may not run."))
            asked = self.first.copy(asked["job"])
        if asked["state"] != JobState.DONE:
            raise Unreachable(_("The first machine could not make a copy. Its page Jobs names the reason."))
        try:
            self.first.download(asked["job"], sha256=asked["sha256"], path=path)
            is_first = not require_state().made_at
            installed = install_copy(path=path, url=self.first.url, is_first=is_first)
        finally:
            path.unlink(missing_ok=True)
        with self.guard:
            change_state(made_at=installed.made_at, number=installed.number, program=installed.program)
        keep_missing(self.journal)
        connection.close()
        return installed

    def run(self) -> None:
        """Follow until stopped; raise the reason if the site must not be followed any more."""
        listener = threading.Thread(target=self._listen, name="follow-feed", daemon=True)
        listener.start()
        pause, copied_at, due_at = AGAIN_SECONDS, time.monotonic(), time.monotonic() + self.every
        while not self.stopping.is_set() and self.refusal is None:
            is_old = time.monotonic() - copied_at > MAX_AGE_SECONDS
            if not (self.changed.is_set() or is_old) or time.monotonic() < due_at:
                self.stopping.wait(ASK_SECONDS)
                continue
            began = time.monotonic()
            self.changed.clear()
            try:
                self._report(self.copy_once(), time.monotonic() - began)
                pause, copied_at = AGAIN_SECONDS, time.monotonic()
                due_at = copied_at + max(self.every, REST * (copied_at - began))
            except OtherHistory:
                raise
            except (ClubError, OSError) as error:
                self.changed.set()
                self._tell_failure(error)
                pause = min(pause * 2, MAX_PAUSE_SECONDS)
                due_at = time.monotonic() + pause
        if self.refusal is not None:
            raise self.refusal

    def _report(self, installed: Installed, seconds: float) -> None:
        facts = {"number": installed.number, "made": installed.made_at, "seconds": seconds}
        self.say(_("Copy of %(made)s: %(number)d changes, %(seconds).1f s.") % facts)

    def _tell_failure(self, error: Exception) -> None:
        outage = outage_of(error)
        if outage is not None:
            self.say(_("No newer copy: %(reason)s") % {"reason": f"{outage.what} {outage.next_step}"})
        elif isinstance(error, ClubError):
            self.say(_("No newer copy: %(reason)s") % {"reason": " ".join(refusal_text(error))})
        else:
            self.say(_("No newer copy: %(reason)s") % {"reason": error})

    def _listen(self) -> None:
        """Write the live feed to the journal; connect again after each end of it."""
        while not self.stopping.is_set() and self.refusal is None:
            try:
                self._hear()
            except Unreachable as error:
                if not self.is_lost:
                    self.is_lost = True
                    facts = {"url": self.first.url, "reason": error}
                    self.say(_("%(url)s does not answer (%(reason)s). Trying again.") % facts)
            except NotFollowable as error:  # another program may have its address for a while
                self._tell_failure(error)
            except ClubError as error:
                self.refusal = error
            except OSError as error:  # the journal cannot be written
                self._tell_failure(error)
            self.stopping.wait(AGAIN_SECONDS)

    def _hear(self) -> None:
        state = require_state()
        last = self.journal.read()[-1:]
        after = max([state.number, *(change["number"] for change in last)])
        for kind, data in self.first.changes(after):
            if kind == "reset":
                raise OtherHistory(url=self.first.url)
            if not kind and "number" in data:
                self.journal.append(data)
                self.changed.set()
            self._note_contact()
            if self.stopping.is_set():
                return

    def _note_contact(self) -> None:
        if self.is_lost:
            self.is_lost = False
            self.say(_("%(url)s answers again.") % {"url": self.first.url})
        now = time.monotonic()
        if now - self.heard_at > NOTED_SECONDS:
            self.heard_at = now
            with self.guard:
                change_state(heard_at=timezone.now().isoformat())

    def stop(self) -> None:
        """End soon."""
        self.stopping.set()


def promotion_asked_at() -> Path:
    """Return the file by which `promote` asks a process that follows to end."""
    return state_folder() / "promote"
