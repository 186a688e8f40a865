"""A computer that sleeps: its processes stop in the middle, and the wall clock has gone on when they wake."""

import os
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("clock_jump.c")


class SleepingLaptop:
    """The clock of the processes that get `env`, and the means to let them sleep."""

    def __init__(self, folder):
        compiler = shutil.which("cc")
        if compiler is None or not Path("/proc/self/stat").exists():
            pytest.skip("the clock of a process is moved with a C compiler on Linux")
        library = folder / "clock_jump.so"
        command = [compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"]
        subprocess.run(command, check=True, capture_output=True)
        self.file, self.slept = folder / "clock_jump", 0
        self.file.write_bytes(struct.pack("=q", 0))
        self.env = {"LD_PRELOAD": str(library), "CLOCK_JUMP": str(self.file)}

    def sleep(self, pids, *, hours, chance, seconds=0.5, meanwhile=lambda: None):
        """Stop processes for a moment, in which the wall clock goes on by hours."""
        pids = list(pids)
        chance.shuffle(pids)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        self.slept += int(hours * 3600)
        with self.file.open("r+b") as file:  # in place: it is mapped
            file.write(struct.pack("=q", self.slept))
        meanwhile()
        time.sleep(seconds)
        chance.shuffle(pids)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def processes_of(server):
    """Return the numbers of a server and of the worker that it has started."""
    found = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True, check=False)
    return [server.pid, *map(int, found.stdout.split())]
