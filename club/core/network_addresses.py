"""Addresses of this machine: for itself alone, and for the phones in its network."""

import array
import contextlib
import socket
import struct
import sys
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

if sys.platform != "win32":
    import fcntl

SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)  # a documentation address: only the route is looked up
GET_ADDRESS: Final = 0x8915 if sys.platform.startswith("linux") else 0xC0206921  # SIOCGIFADDR
PRIVATE: Final = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
# Names of interfaces of VPNs, containers and virtual machines on Linux and macOS. `bridge100` of macOS is the
# hotspot of the machine.
VIRTUAL: Final = (
    *("br-", "cni", "docker", "ipsec", "lxc", "podman", "ppp", "tailscale", "tap", "tun", "utun"),
    *("vboxnet", "veth", "virbr", "vmnet", "wg", "zt"),
)


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


class Interface(NamedTuple):
    """An IPv4 address of this machine, and the network interface that has it, where its name is known."""

    address: str
    name: str = ""


def local_interfaces() -> list[Interface]:
    """Return this machine's IPv4 addresses that others reach, the best for phones in the room first."""
    route = next(iter(_route_address()), "")
    named = list(_interface_addresses())
    return ranked([*named, *map(Interface, filter(None, [route]))], route=route)


def ranked(found: Iterable[Interface], *, route: str) -> list[Interface]:
    """Sort addresses for phones in the room: private ones on real hardware first, then by the default route.

    A default route through a VPN or a bridge of virtual machines leads past the phones. An address that the
    machine gave itself (169.254) works only without a router.
    """
    known: dict[str, Interface] = {}
    for one in found:
        if _is_for_others(one.address):
            known.setdefault(one.address, one)

    def rank(one: Interface) -> tuple[bool, bool, bool, bool]:
        address = IPv4Address(one.address)
        return (
            address.is_link_local,
            one.name.lower().startswith(VIRTUAL),
            not any(address in network for network in PRIVATE),
            one.address != route,
        )

    return sorted(known.values(), key=rank)


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


def _interface_addresses() -> Iterable[Interface]:
    """Ask each interface: a local hotspot has no route to other networks, but still an address."""
    if sys.platform == "win32":
        yield from map(Interface, _hostname_addresses())
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # no address
                query = array.array("B", struct.pack("40s", name.encode()[:15]))
                fcntl.ioctl(asked.fileno(), GET_ADDRESS, query)
                yield Interface(socket.inet_ntoa(query.tobytes()[20:24]), name)


def _hostname_addresses() -> Iterable[str]:
    """Ask for the addresses of the own name. Windows knows them; elsewhere a name server would be asked."""
    with contextlib.suppress(OSError):
        for *_rest, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])
