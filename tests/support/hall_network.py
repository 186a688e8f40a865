"""A laptop and phones in network namespaces of their own, joined by a cable that stands for the Wi-Fi.

The laptop has one interface, wlan0, whose addresses come and go. The phones are in both networks.
"""

import contextlib
import ctypes
import os
import shutil
import socket
import subprocess
import threading
import uuid
from pathlib import Path

import pytest

CLONE_NEWNET = 0x40000000
HOME, ELSEWHERE = "192.168.77", "10.9.8"


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


class HallNetwork:
    """Two namespaces until the end of the block."""

    def __init__(self):
        name = uuid.uuid4().hex[:8]
        self.laptop, self.phones = f"laptop-{name}", f"phones-{name}"

    def __enter__(self):
        for space in (self.laptop, self.phones):
            run("ip", "netns", "add", space)
            run("ip", "-n", space, "link", "set", "lo", "up")
        ends = ("wlan0", "netns", self.laptop), ("eth0", "netns", self.phones)
        run("ip", "link", "add", *ends[0], "type", "veth", "peer", "name", *ends[1])
        for network in (HOME, ELSEWHERE):
            run("ip", "-n", self.phones, "addr", "add", f"{network}.9/24", "dev", "eth0")
        run("ip", "-n", self.laptop, "link", "set", "wlan0", "up")
        run("ip", "-n", self.phones, "link", "set", "eth0", "up")
        return self

    def __exit__(self, *_error):
        for space in (self.laptop, self.phones):
            with contextlib.suppress(subprocess.CalledProcessError):
                run("ip", "netns", "del", space)

    def leave(self):
        """Take every address from the laptop."""
        run("ip", "-n", self.laptop, "addr", "flush", "dev", "wlan0")

    def move_to(self, address):
        """Give the laptop this address and no other."""
        self.leave()
        run("ip", "-n", self.laptop, "addr", "add", f"{address}/24", "dev", "wlan0")

    def command(self, command):
        """Return a command that runs on the laptop."""
        return ["ip", "netns", "exec", self.laptop, *command]

    def connect(self, space, address, port, *, seconds):
        """Return a connection from a namespace: a socket belongs to that of the thread that made it."""
        made = []

        def work():
            with Path("/run/netns", space).open("rb") as file:
                if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET):
                    made.append(OSError(ctypes.get_errno(), "setns"))
                    return
            try:
                made.append(socket.create_connection((address, port), timeout=seconds))
            except OSError as error:
                made.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        if isinstance(made[0], OSError):
            raise made[0]
        return made[0]


def hall_network_or_skip():
    """Return a network for a test; it needs root on Linux."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("this test makes network namespaces: root on Linux")
    try:
        with HallNetwork():
            pass
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr.decode()[-200:]}")
    return HallNetwork()
