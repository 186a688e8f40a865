"""State of an installation that follows a site, and its journal.

Both are files in the data folder, as tables are replaced. The journal has each change that the live feed has
named and the copy may not have. A line is on the disk before the next one is read.
"""

import json
import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings

from club.backups.errors import CopyInUse, IsACopy, NotACopy

FOLLOWING, PROMOTED = "following", "promoted"
Change = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyState:
    """Site that this installation follows, and the state of its copy.

    Times are ISO 8601; empty before the first.
    """

    url: str
    phase: str = FOLLOWING
    made_at: str = ""
    number: int = 0  # of the latest change in the copy
    heard_at: str = ""
    program: str = ""


def state_folder() -> Path:
    """Return the folder of the state and the journal."""
    return Path(settings.DATA_DIR) / "following"


def read_state() -> CopyState | None:
    """Return the state; None for an installation that never followed a site."""
    try:
        found = json.loads((state_folder() / "state.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    known = {field.name for field in fields(CopyState)}
    return CopyState(**{name: value for name, value in found.items() if name in known})


def write_state(state: CopyState) -> None:
    """Replace the state atomically."""
    state_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    place = state_folder() / "state.json"
    unfinished = place.with_name(f".{place.name}.{threading.get_ident()}.part")
    with unfinished.open("w", encoding="utf-8") as file:
        json.dump(asdict(state), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(place)


def change_state(**changes: Any) -> CopyState:
    """Change some facts of the state."""
    state = replace(require_state(), **changes)
    write_state(state)
    return state


def require_state() -> CopyState:
    """Return the state, or refuse."""
    state = read_state()
    if state is None:
        raise NotACopy(folder=settings.DATA_DIR)
    return state


def require_no_copy() -> None:
    """Refuse to run a copy as a site: it would send mail, and the next copy would replace what is entered."""
    state = read_state()
    if state is not None and state.phase == FOLLOWING and not settings.IS_COPY:
        raise IsACopy(url=state.url)


@contextmanager
def sole_follower() -> Iterator[None]:
    """Lock the copy for one process. The system unlocks it when the process ends, however it does."""
    state_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    with (state_folder() / "lock").open("a+b") as file:
        if not _is_locked_now(file):
            raise CopyInUse(folder=settings.DATA_DIR)
        yield


def _is_locked_now(file: IO[bytes]) -> bool:
    try:
        if os.name == "nt":  # each system has one of the two modules
            windows: Any = import_module("msvcrt")
            windows.locking(file.fileno(), windows.LK_NBLCK, 1)
        else:
            posix: Any = import_module("fcntl")
            posix.flock(file, posix.LOCK_EX | posix.LOCK_NB)
    except OSError:
        return False
    return True


class Journal:
    """Changes by their numbers, one a line; threads of one process share it."""

    name: Final = "journal.jsonl"

    def __init__(self, folder: Path) -> None:
        self.path = folder / self.name
        self.lock = threading.Lock()

    def append(self, change: Change) -> None:
        """Write a change to the disk."""
        line = json.dumps(change, ensure_ascii=False, separators=(",", ":")) + "\n"
        with self.lock, self.path.open("ab") as file:
            if file.tell() and not self._ends_whole():
                file.write(b"\n")  # the rest of a line that a kill cut off
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())

    def _ends_whole(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def read(self) -> list[Change]:
        """Return the changes in the order of their numbers, each once; skip a line that was cut off."""
        try:
            lines = self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        changes: dict[int, Change] = {}
        for line in lines:
            try:
                change = json.loads(line)
                changes[change["number"]] = change
            except (ValueError, KeyError, TypeError):
                continue
        return [changes[number] for number in sorted(changes)]

    def keep(self, numbers: Iterable[int]) -> None:
        """Drop the changes that the copy has; those that came meanwhile stay."""
        wanted = set(numbers)
        with self.lock:
            kept = [change for change in self.read() if change["number"] in wanted]
            unfinished = self.path.with_name(f".{self.name}.part")
            with unfinished.open("wb") as file:
                for change in kept:
                    file.write(json.dumps(change, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.path)
