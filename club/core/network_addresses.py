"""Addresses of this machine: for itself alone, and for the phones in its network."""

import array
import contextlib
import socket
import struct
import sys
from collections.abc import Iterable
from ipaddress import IPv4Address, ip_address
from typing import Final
from urllib.parse import urlsplit

if sys.platform != "win32":
    import fcntl

SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)  # a documentation address: only the route is looked up
GET_ADDRESS: Final = 0x8915 if sys.platform.startswith("linux") else 0xC0206921  # SIOCGIFADDR


def is_loopback(host: str) -> bool:
    """Check that a host is this machine itself for any client."""
    if host.rstrip(".").casefold() == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def is_ip_address(host: str) -> bool:
    """Check that a host is an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_for_this_machine(text: str) -> bool:
    """Check that a text is a web address that leads to the machine that opens it."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and is_loopback(parts.hostname or "")


def local_addresses() -> list[str]:
    """Return this machine's IPv4 addresses that others reach, the one on the way to the network first."""
    found = [*_route_address(), *_interface_addresses(), *_hostname_addresses()]
    return list(dict.fromkeys(one for one in found if _is_for_others(one)))


def local_names() -> list[str]:
    """Return the names under which a network may know this machine."""
    name = socket.gethostname().casefold()
    if not name or is_loopback(name):
        return []
    return [name] if "." in name else [name, f"{name}.local"]


def _is_for_others(address: str) -> bool:
    one = IPv4Address(address)
    return not (one.is_loopback or one.is_unspecified or one.is_multicast)


def _route_address() -> Iterable[str]:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(SOMEWHERE_ELSE)
        yield asked.getsockname()[0]


def _interface_addresses() -> Iterable[str]:
    """Ask each interface: a local hotspot has no route to other networks, but still an address."""
    if sys.platform == "win32":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # no address
                query = array.array("B", struct.pack("40s", name.encode()[:15]))
                fcntl.ioctl(asked.fileno(), GET_ADDRESS, query)
                yield socket.inet_ntoa(query.tobytes()[20:24])


def _hostname_addresses() -> Iterable[str]:
    with contextlib.suppress(OSError):
        for *_rest, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])
