"""Addresses of this machine: for itself alone, and for the phones in its network."""

import array
import contextlib
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface, ip_network
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

if sys.platform != "win32":
    import fcntl

IS_LINUX: Final = sys.platform.startswith("linux")
# Documentation addresses: only the route to them is looked up.
SOMEWHERE_ELSE: Final = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}
GET_ADDRESS: Final = 0x8915 if IS_LINUX else 0xC0206921  # SIOCGIFADDR
GET_NETMASK: Final = 0x891B if IS_LINUX else 0xC0206925  # SIOCGIFNETMASK
PRIVATE: Final = tuple(map(ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7")))
USUAL_PREFIX: Final = {4: 24, 6: 64}  # where the system does not give it
# Flags of an IPv6 address on Linux: temporary (it ends in a day), duplicate, deprecated, tentative.
PASSING: Final = 0x01 | 0x08 | 0x20 | 0x40
IPV6_TABLE = Path("/proc/net/if_inet6")
ROUTE_TABLE, NEIGHBOUR_TABLE = Path("/proc/net/route"), Path("/proc/net/arp")
DEFAULT_ROUTE: Final = "00000000"
NO_HARDWARE: Final = "00:00:00:00:00:00"
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
    """An address of this machine, and what is known of its network interface."""

    address: str
    name: str = ""
    prefix: int = 0
    router: str = ""  # hardware address of the default gateway; Linux alone

    @property
    def is_ipv6(self) -> bool:
        """True for an IPv6 address."""
        return ":" in self.address

    @property
    def is_virtual(self) -> bool:
        """True for an interface of a VPN, of containers or of virtual machines: no phone is there."""
        return self.name.lower().startswith(VIRTUAL)

    @property
    def network(self) -> str:
        """The network of the address, like 192.168.1.0/24."""
        prefix = self.prefix or USUAL_PREFIX[6 if self.is_ipv6 else 4]
        return str(ip_interface(f"{self.address}/{prefix}").network)


def local_interfaces() -> list[Interface]:
    """Return this machine's addresses that others reach, the best for phones in the room first."""
    routes = [*_route_addresses(socket.AF_INET), *_route_addresses(socket.AF_INET6)]
    named = [*_ipv4_interfaces(), *_ipv6_interfaces()]
    if IS_LINUX and any(one.is_ipv6 for one in named):
        routes = [one for one in routes if ":" not in one]  # a route may begin at a temporary address
    found = ranked([*named, *map(Interface, routes)], routes=routes)
    routers = _routers() if IS_LINUX else {}
    return [one._replace(router=routers.get(one.name, "")) for one in found]


def ranked(found: Iterable[Interface], *, routes: Iterable[str] = ()) -> list[Interface]:
    """Sort addresses for phones in the room: private ones on real hardware first, then by the default route.

    A default route through a VPN or a bridge of virtual machines leads past the phones. An address that the
    machine gave itself (169.254) works only without a router. IPv4 comes before IPv6, because its addresses
    are short enough to type.
    """
    known: dict[str, Interface] = {}
    for one in found:
        if _is_for_others(ip_address(one.address)):
            known.setdefault(one.address, one)
    begun = frozenset(routes)

    def rank(one: Interface) -> tuple[bool, bool, bool, bool, bool]:
        address = ip_address(one.address)
        return (
            address.is_link_local,
            one.is_virtual,
            one.is_ipv6,
            not any(address in network for network in PRIVATE),
            one.address not in begun,
        )

    return sorted(known.values(), key=rank)


def local_names() -> list[str]:
    """Return the names under which a network may know this machine."""
    name = socket.gethostname().casefold()
    if not name or is_loopback(name):
        return []
    return [name] if "." in name else [name, f"{name}.local"]


def _is_for_others(one: IPv4Address | IPv6Address) -> bool:
    """Check that a browser elsewhere can open an address: a link-local one of IPv6 needs a zone."""
    is_zoned = one.version == 6 and one.is_link_local  # noqa: PLR2004 - the version of IP
    return not (one.is_loopback or one.is_unspecified or one.is_multicast or is_zoned)


def _route_addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the own address at which the default route begins, if there is one."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect(SOMEWHERE_ELSE[family])
        yield str(asked.getsockname()[0])


def _ipv4_interfaces() -> Iterator[Interface]:
    """Ask each interface: a local hotspot has no route to other networks, but still an address."""
    if sys.platform == "win32":
        yield from map(Interface, _hostname_addresses(socket.AF_INET))
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # no address
                address, mask = (_ask(asked, name, what) for what in (GET_ADDRESS, GET_NETMASK))
                yield Interface(address, name, ip_network(f"0.0.0.0/{mask}").prefixlen)


def _ask(asked: socket.socket, name: str, what: int) -> str:
    query = array.array("B", struct.pack("40s", name.encode()[:15]))
    fcntl.ioctl(asked.fileno(), what, query)
    return socket.inet_ntoa(query.tobytes()[20:24])


def _ipv6_interfaces() -> Iterator[Interface]:
    """Read the table of Linux, without temporary addresses; ask for the own name on Windows.

    macOS has neither: there the address of the default route is the only one.
    """
    if sys.platform == "win32":
        yield from map(Interface, _hostname_addresses(socket.AF_INET6))
        return
    with contextlib.suppress(OSError):  # a machine without IPv6
        for line in IPV6_TABLE.read_text().splitlines():
            digits, _index, prefix, _scope, flags, name = line.split()
            if not int(flags, 16) & PASSING:
                yield Interface(str(IPv6Address(int(digits, 16))), name, int(prefix, 16))


def _routers() -> dict[str, str]:
    """Return the hardware address of each interface's default gateway, as far as it is known."""
    found: dict[str, str] = {}
    with contextlib.suppress(OSError):
        neighbours = [line.split() for line in NEIGHBOUR_TABLE.read_text().splitlines()[1:]]
        hardware = {(line[0], line[-1]): line[3] for line in neighbours if line[3] != NO_HARDWARE}
        for line in ROUTE_TABLE.read_text().splitlines()[1:]:
            name, destination, gateway = line.split()[:3]
            address = socket.inet_ntoa(struct.pack("=L", int(gateway, 16)))
            if destination == DEFAULT_ROUTE and (address, name) in hardware:
                found.setdefault(name, hardware[address, name])
    return found


def _hostname_addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Ask for the addresses of the own name. Windows knows them; elsewhere a name server would be asked."""
    with contextlib.suppress(OSError):
        for *_rest, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(address[0]).partition("%")[0]
