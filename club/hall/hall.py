"""The hall: the embedded server listens to the local network, as long as it is open.

One socket for each address of the machine, beside the one of localhost: Linux refuses 0.0.0.0 on a port that
localhost has already, and the desk must not lose its own address. A thread looks at the addresses every few
seconds, because a laptop changes them when it changes the network. Addresses in the networks of the opening
are used at once; in any other network, a cafe's, the desk is asked first.
"""

import json
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

from django.conf import settings
from django.utils import timezone

from club.core.network_addresses import Interface, is_loopback, local_interfaces, local_names
from club.hall.multicast_name import MulticastName
from club.live.published import PAGE_CACHE

log = logging.getLogger("club.hall")

WATCH_SECONDS = 3.0
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104
PHONES_REMEMBERED = 500
REOPEN_SECONDS = 18 * 3600  # an evening, and the morning after it


class Sockets(Protocol):
    """Interface of the server that the hall uses (`club.live.hub.server`)."""

    def add_socket(self, listener: socket.socket) -> None:
        """Accept connections at one more socket."""

    def remove_socket(self, listener: socket.socket) -> None:
        """Close a socket and the connections that came by it."""


class Reached(NamedTuple):
    """Phones that have opened the code of the check."""

    phones: int
    at: datetime | None


def bracketed(host: str) -> str:
    """Return a host as part of a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def elsewhere(usable: list[Interface]) -> list[Interface]:
    """Return the addresses beside the best one, without further ones of its network interface."""
    return [one for one in usable[1:] if not one.name or one.name != usable[0].name]


class Hall:
    """Opening of one server. `running` is that of this process; None in processes other than `serve`."""

    running: ClassVar["Hall | None"] = None

    def __init__(
        self,
        server: Sockets,
        port: int,
        *,
        host: str = "127.0.0.1",
        find: Callable[[], list[Interface]] = local_interfaces,
        multicast: MulticastName | None = None,
    ) -> None:
        self.server, self.port, self.find = server, port, find
        self.host = host
        self.is_fixed = host in EVERYWHERE or not is_loopback(host)  # `serve --host`: open until it stops
        self.multicast = multicast or MulticastName()
        self.is_open = False
        self.addresses: list[Interface] = []
        self.waiting: list[Interface] = []  # addresses in other networks, which the desk has not allowed
        self.networks: dict[str, str] = {}  # allowed ones, with the router that one has to have: "" for any
        self._routers: dict[str, str] = {}  # of the networks so far, for the next start
        self._takes_first = False
        self.faults: dict[str, str] = {}  # addresses that could not be listened to, with the reason
        self.nonce = ""
        self.former = ""  # address of the site before the latest change of this opening
        self._last_site = ""
        self._is_note_due = False
        self._sockets: dict[str, socket.socket] = {}
        self._phones: dict[str, datetime] = {}
        self._own_hosts = list(settings.ALLOWED_HOSTS)
        self._lock = threading.RLock()
        self._closed = threading.Event()

    # -- open and close --------------------------------------------------------------------------------

    def open(self, networks: Mapping[str, str] | None = None) -> None:
        """Listen at the addresses of the machine, allow them as hosts, and follow their changes.

        `networks` are those of the opening before a restart (`networks_of_opening`); None for an opening that
        somebody has asked for, which allows the networks that the machine is in now.
        """
        with self._lock:
            if self.is_open:
                return
            self.is_open = True
            self.nonce = secrets.token_urlsafe(9)
            self.former = self._last_site = ""
            self._phones.clear()
            self._closed.clear()
            try:
                self.networks, self._takes_first = dict(networks or {}), networks is None
                self._use(self._found())
            except BaseException:
                self.close()  # an opening that fails leaves no socket and no host
                raise
        threading.Thread(target=self._watch, name="hall-watch", daemon=True).start()

    def allow_networks(self) -> None:
        """Open to the networks that wait for an answer of the desk, too."""
        with self._lock:
            self.networks |= _networks_of(self.waiting)
            self._use(self._found())

    def close(self) -> None:
        """Stop listening to the network, end its connections, and refuse its hosts again."""
        with self._lock:
            if not self.is_open:
                return
            self.stop()
            self.is_open = False
            note_of_opening().unlink(missing_ok=True)
            for address in list(self._sockets):
                self._unlisten(address)
            self.addresses, self.waiting, self.faults, self.nonce = [], [], {}, ""
            self.networks, self._routers = {}, {}
            self.former = self._last_site = ""
            self._publish()

    def stop(self) -> None:
        """End what runs beside the server. The hall opens again with the next start."""
        self._closed.set()
        self.multicast.stop()

    def refresh(self) -> None:
        """Compare the addresses of the machine with those in use; listen to new ones, leave those gone."""
        with self._lock:
            found = self._found()
            is_changed = self._sorted(found) != (self.addresses, self.waiting)
            if self.is_open and (is_changed or self.faults or self._is_note_due):
                self._use(found)

    def _found(self) -> list[Interface]:
        found = self.find()
        if self.is_fixed and self.host not in EVERYWHERE:
            return [one for one in found if one.address == self.host] or [Interface(self.host)]
        if self.is_fixed and ":" not in self.host:
            return [one for one in found if not one.is_ipv6]
        return found

    def _sorted(self, found: list[Interface]) -> tuple[list[Interface], list[Interface]]:
        """Return the addresses in allowed networks, and those that wait for the desk.

        A VPN or a container that comes up later is neither: no phone is there.
        """
        known = [one for one in found if self._is_allowed(one, found)]
        return known, [one for one in found if one not in known and not one.is_virtual]

    def _is_allowed(self, one: Interface, found: list[Interface]) -> bool:
        """Check the networks of an interface: it is allowed if one of them is.

        So a new IPv6 prefix in the same Wi-Fi is used at once. Where the system does not name interfaces,
        IPv6 is allowed beside any allowed network.
        """
        if self.is_fixed:
            return True
        beside = [
            each
            for each in found
            if each == one or (each.name == one.name if one.name else one.is_ipv6 and not each.is_ipv6)
        ]
        return any(self._is_known(each) for each in beside)

    def _is_known(self, one: Interface) -> bool:
        router = self.networks.get(one.network)
        return router is not None and router in {"", one.router}

    def _use(self, found: list[Interface]) -> None:
        before = _of_ipv4(self.addresses)
        if self._takes_first:  # the network that comes first, if there was none at the opening
            self.networks |= _networks_of(found)
            self._takes_first = all(one.is_virtual for one in found)
        self.addresses, self.waiting = self._sorted(found)
        if not self.is_fixed:
            self._listen_at(one.address for one in self.addresses)
            self.networks |= _networks_of(self.addresses)
        self._note_former_site()
        now = _of_ipv4(self.addresses)
        if now != before:
            self.multicast.start(now, self.port)
        self._publish()
        if not self.is_fixed:
            # Last: a full disk must not keep phones from the new address.
            self._is_note_due = True
            self._write_note()
            self._is_note_due = False

    def _note_former_site(self) -> None:
        """Remember the address that phones have, if the best one is another now.

        What reached the former address proves nothing about the new one.
        """
        site = self.sites[0] if self.usable else ""
        if site and self._last_site and site != self._last_site:
            self.former = self._last_site
            self._phones.clear()
        self._last_site = site or self._last_site

    def _write_note(self) -> None:
        """Note the networks for the next start, with their routers as far as they are known."""
        self._routers |= {one.network: one.router for one in self.addresses if one.router}
        note = {"port": self.port, "networks": self.networks | self._routers}
        note_of_opening().write_text(json.dumps(note))

    def _watch(self) -> None:
        while not self._closed.wait(WATCH_SECONDS):
            try:
                self.refresh()
                self._publish_name()
            except Exception:  # the hall follows the addresses as long as it is open
                log.exception("The addresses of this computer could not be compared.")

    def _listen_at(self, addresses: Iterable[str]) -> None:
        wanted = list(addresses)
        for address in set(self._sockets) - set(wanted):
            self._unlisten(address)
        self.faults = {}
        for address in wanted:
            if address in self._sockets:
                continue
            try:
                listener = bound_socket(address, self.port)
            except OSError as error:
                self.faults[address] = error.strerror or str(error)
                log.warning("The hall cannot listen at %s: %s", address, error)
                continue
            self._sockets[address] = listener
            self.server.add_socket(listener)

    def _unlisten(self, address: str) -> None:
        self.server.remove_socket(self._sockets.pop(address))

    # -- addresses -------------------------------------------------------------------------------------

    @property
    def usable(self) -> list[Interface]:
        """Addresses that are listened to, the best first."""
        return [one for one in self.addresses if one.address not in self.faults]

    def site_at(self, host: str) -> str:
        """Address of the site at one of the hosts."""
        return f"http://{bracketed(host)}:{self.port}/"

    @property
    def sites(self) -> list[str]:
        """Addresses of the site in the network, the best first."""
        return [self.site_at(one.address) for one in self.usable]

    @property
    def site_by_name(self) -> str:
        """Address of the site by its name in the local network; empty without one."""
        return self.site_at(self.multicast.name) if self.is_open and self.multicast.name else ""

    def _publish(self) -> None:
        """Make the addresses the hosts of the site; pages in memory may contain the old ones."""
        hosts = [bracketed(one.address) for one in self.usable]
        if self.is_open:
            hosts += [*local_names(), *filter(None, [self.multicast.name])]
        settings.ALLOWED_HOSTS = list(dict.fromkeys([*self._own_hosts, *hosts]))
        settings.PHONE_ADDRESS = self.sites[0] if self.usable else ""
        PAGE_CACHE.clear()

    def _publish_name(self) -> None:
        """Allow the name in the local network once it is registered, which takes a second."""
        with self._lock:
            name = self.multicast.name
            if self.is_open and name and name not in settings.ALLOWED_HOSTS:
                self._publish()

    # -- the check with a phone ------------------------------------------------------------------------

    def note_phone(self, nonce: str, address: str) -> bool | None:
        """Note a device that opened the check.

        Returns None for a code of an earlier opening, False for this machine itself, which proves nothing
        about its firewall.
        """
        with self._lock:
            if not self.nonce or not secrets.compare_digest(nonce, self.nonce):
                return None
            if is_loopback(address) or address in {one.address for one in self.addresses}:
                return False
            if address in self._phones or len(self._phones) < PHONES_REMEMBERED:
                self._phones[address] = timezone.now()
            return True

    def reached(self) -> Reached:
        """Return how many devices have reached this machine, and when the last one did."""
        with self._lock:
            return Reached(len(self._phones), max(self._phones.values(), default=None))


def note_of_opening() -> Path:
    """Return the file that exists while the hall is open, and after a crash or a restart of the laptop."""
    return Path(settings.DATA_DIR) / "hall-is-open"


def networks_of_opening(port: int) -> dict[str, str] | None:
    """Return the networks of a hall that was open at this port when the program stopped, with their routers.

    None if it was closed, or is older than a day.
    """
    try:
        note = note_of_opening()
        is_recent = time.time() - note.stat().st_mtime < REOPEN_SECONDS
        told = json.loads(note.read_text())
        return dict(told["networks"]) if is_recent and told["port"] == port else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _of_ipv4(found: Iterable[Interface]) -> list[str]:
    """Return the addresses of IPv4: those of the name in the local network."""
    return [one.address for one in found if not one.is_ipv6]


def _networks_of(found: Iterable[Interface]) -> dict[str, str]:
    """Return the networks of addresses, each with any router."""
    return {one.network: "" for one in found}


def bound_socket(address: str, port: int) -> socket.socket:
    """Bind an address of the network for the server; raise OSError where that is not possible."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # not on Windows
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener
