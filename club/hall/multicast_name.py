"""Name of the site in the local network by multicast DNS, where the package `zeroconf` is installed.

`http://draughts.local:8000` is easier to type than a number. Not every phone can look it up, so that codes
lead to the number.
"""

import importlib
import importlib.util
import logging
import socket
import threading
from collections.abc import Sequence
from typing import Any, Final

log = logging.getLogger("club.hall")

NAMES: Final = ("draughts", "draughts-2", "draughts-3", "draughts-4")
SERVICE: Final = "_http._tcp.local."
ASK_MILLISECONDS: Final = 1000


def is_available() -> bool:
    """Check that the optional package is installed."""
    return importlib.util.find_spec("zeroconf") is not None


class MulticastName:
    """Registration of the name; `name` is empty until it is done, and without the package."""

    def __init__(self) -> None:
        self.name = ""
        self._responder: Any = None
        self._turn = 0
        self._lock = threading.Lock()

    def start(self, addresses: Sequence[str], port: int) -> None:
        """Register the name for these addresses, in a thread: the question who has it takes a second."""
        self.stop()
        if addresses and is_available():
            arguments = (self._turn, list(addresses), port)
            threading.Thread(target=self._register, args=arguments, name="hall-name", daemon=True).start()

    def stop(self) -> None:
        """Take the name back; a registration under way is dropped."""
        self._turn += 1
        with self._lock:
            responder, self._responder, self.name = self._responder, None, ""
        if responder is not None:
            threading.Thread(target=responder.close, name="hall-name-end", daemon=True).start()

    def _register(self, turn: int, addresses: list[str], port: int) -> None:
        package = importlib.import_module("zeroconf")
        try:
            responder = package.Zeroconf(interfaces=addresses, ip_version=package.IPVersion.V4Only)
        except OSError as error:
            log.info("No name in the local network: %s", error)
            return
        try:
            name = free_name(package, responder, addresses)
            if name:
                service = package.ServiceInfo(
                    SERVICE,
                    f"{name}.{SERVICE}",
                    addresses=[socket.inet_aton(one) for one in addresses],
                    port=port,
                    server=f"{name}.local.",
                )
                responder.register_service(service, allow_name_change=True)
        except (OSError, package.Error) as error:
            log.info("No name in the local network: %s", error)
            name = ""
        with self._lock:
            if name and turn == self._turn:
                self._responder, self.name = responder, f"{name}.local"
                return
        responder.close()


def free_name(package: Any, responder: Any, addresses: Sequence[str]) -> str:
    """Return the first name that no other machine in the network answers to; empty if all are taken."""
    for name in NAMES:
        found = package.AddressResolverIPv4(f"{name}.local.")
        if not found.request(responder, ASK_MILLISECONDS):
            return name
        if set(found.parsed_addresses()) <= set(addresses):
            return name  # our own, from before the addresses changed
    return ""
