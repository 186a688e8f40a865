"""A Redis that a test may kill: a process on a free port that keeps nothing."""

import shutil
import signal
import socket
import subprocess
import time

import pytest
import redis

PROGRAM = shutil.which("redis-server")


class RedisProcess:
    """Started, killed, started again on the same port."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process = None

    def start(self):
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self.process = subprocess.Popen(
            [PROGRAM, *options, "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                with redis.Redis.from_url(self.url) as store:
                    store.ping()
            except redis.RedisError:
                time.sleep(0.02)
            else:
                return self
        raise AssertionError("The test's own Redis does not answer.")

    def kill(self):
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


def redis_process_or_skip(folder):
    if PROGRAM is None:
        pytest.skip("redis-server is not installed here")
    return RedisProcess(folder).start()
