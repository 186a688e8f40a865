"""A model of a power cut: the files of a process as the disk may have them at a moment of its writes.

`write_log.c` logs every write and flush. At a moment the disk has what was flushed before, and any part of
what was written since: nothing, all, the first writes, or a random selection in blocks of 512 bytes. In the
model new names, renaming and removal of files are on the disk at once. Mapped memory is left out.
"""

import shutil
import struct
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("write_log.c")
HEADER = struct.Struct("<BIIIQ")
BLOCK = 512
WRITE, WRITE_END, SYNC_BEGIN, SYNC_END, TRUNCATE, UNLINK, RENAME = (ord(letter) for letter in "wdbetur")
FATES = ("nothing", "all", "first", "some", "some", "some")


def write_log_or_skip(folder):
    """Compile the library, and return its path."""
    compiler = shutil.which("cc")
    if compiler is None or not Path("/proc/self/fd").exists():
        pytest.skip("a power cut is modelled with a C compiler on Linux")
    library = folder / "write_log.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    return library


def logged(library, log, folder, *, has_ends=False):
    """Return the environment of a process whose writes below a folder are logged.

    With several processes the ends of writes have to be logged too: see `write_log.c`.
    """
    ends = {"WRITE_LOG_ENDS": "1"} if has_ends else {}
    return {"LD_PRELOAD": str(library), "WRITE_LOG": str(log), "WRITE_LOG_BELOW": str(folder), **ends}


@dataclass(slots=True)
class Record:
    """One call of the log."""

    op: int
    process: int
    path: str
    offset: int
    data: bytes


def records_in(log):
    """Return the records of a log in their order."""
    content, at, found = log.read_bytes(), 0, []
    while at + HEADER.size <= len(content):
        op, process, path, data, offset = HEADER.unpack_from(content, at)
        at += HEADER.size
        name = content[at : at + path].decode()
        found.append(Record(op, process, name, offset, content[at + path : at + path + data]))
        at += path + data
    return found


@dataclass(slots=True)
class File:
    """A file: what the disk has of it for certain, and the calls since."""

    content: bytearray = field(default_factory=bytearray)
    pending: list = field(default_factory=list)


def put(content, record):
    """Apply a write or a change of length to a content."""
    if record.op == TRUNCATE:
        del content[record.offset :]
        content.extend(bytes(record.offset - len(content)))
        return
    end = record.offset + len(record.data)
    content.extend(bytes(max(0, end - len(content))))
    content[record.offset : end] = record.data


class Disk:
    """The files below a folder, from a state that is whole on the disk."""

    def __init__(self, folder, *, of=lambda _path: True, has_ends=False):
        self.files, self.has_ends = defaultdict(File), has_ends
        self.open_writes = {}  # by process and path: a write that has not ended
        self.begun = {}  # by process and path: the number of pending calls when its flush began
        self.folder = Path(folder)
        for path in self.folder.rglob("*"):
            if path.is_file() and of(path):
                self.files[str(path)].content = bytearray(path.read_bytes())

    def add(self, record):
        """Take the next record of the log."""
        file, key = self.files[record.path], (record.process, record.path)
        if record.op in {WRITE, TRUNCATE}:
            file.pending.append(record)
            if self.has_ends:
                self.open_writes[key] = record
        elif record.op == WRITE_END:
            self.open_writes.pop(key, None)
        elif record.op == SYNC_BEGIN:
            not_done = {id(one) for one in self.open_writes.values()}
            self.begun[key] = [one for one in file.pending if id(one) not in not_done]
        elif record.op == SYNC_END:
            flushed = {id(one) for one in self.begun.pop(key, [])}
            for one in file.pending:
                if id(one) in flushed:
                    put(file.content, one)
            file.pending = [one for one in file.pending if id(one) not in flushed]
        elif record.op == UNLINK:
            del self.files[record.path]
        elif record.op == RENAME:
            self.files[record.data.decode()] = self.files.pop(record.path)

    def cut(self, chance, target):
        """Write what the disk may have if the power is cut now; return the number of lost calls."""
        lost = 0
        fate = chance.choice(FATES)
        for name, file in self.files.items():
            content = bytearray(file.content)
            most = chance.randint(0, len(file.pending))
            for number, record in enumerate(file.pending):
                lost += not _survive(content, record, fate, chance, is_first=number < most)
            path = Path(target) / Path(name).relative_to(self.folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return lost


def _survive(content, record, fate, chance, *, is_first):
    """Apply a call as far as it has reached the disk; return True for all of it."""
    if fate == "nothing" or (fate == "first" and not is_first):
        return False
    if fate in {"all", "first"} or record.op == TRUNCATE:
        put(content, record)
        return True
    parts = range(0, len(record.data), BLOCK)
    kept = [at for at in parts if chance.random() < 0.6]
    for at in kept:
        piece = record.data[at : at + BLOCK]
        put(content, Record(WRITE, record.process, record.path, record.offset + at, piece))
    return len(kept) == len(parts)


def moments(records, count, chance):
    """Choose so many moments of a log, in their order; writes and flushes are equally likely."""
    return sorted(chance.sample(range(1, len(records) + 1), min(count, len(records))))
