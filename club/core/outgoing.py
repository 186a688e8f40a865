"""Outgoing HTTPS requests to addresses that visitors name: public hosts alone, no redirects, bounded time."""

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from club.core.network_addresses import is_ip_address, is_loopback

HTTPS_PORT: Final = 443
MAX_SECONDS: Final = 10.0  # of a request, from the look-up of the name to the status of the answer
MAX_AT_ONCE: Final = 10
MAX_URL_LENGTH: Final = 1000
UNICAST: Final = IPv6Network("2000::/3")  # all of IPv6 that is assigned to the internet
TRANSLATED: Final = IPv6Network("64:ff9b::/96")  # NAT64: the last 32 bits are an IPv4 address
INNER_DOMAINS: Final = ("local", "localhost", "internal", "lan", "home.arpa")


class PrivateAddress(OSError):
    """A host whose name leads into a private network."""


class Post(NamedTuple):
    """A request to send."""

    url: str
    headers: Mapping[str, str]
    body: bytes


def is_public_url(url: str) -> bool:
    """Check that a URL is https on a public host, as far as that is known without asking for its address."""
    if len(url) > MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or HTTPS_PORT
    except ValueError:
        return False
    if parts.scheme != "https" or not host or "@" in parts.netloc or parts.fragment:
        return False
    return not settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY or (port == HTTPS_PORT and is_public_host(host))


def is_public_host(host: str) -> bool:
    """Check that a host is none of this machine or its network, as far as its name shows."""
    if is_ip_address(host):
        return is_public_address(host)
    name = host.rstrip(".").casefold()
    is_inner = any(f".{name}".endswith(f".{domain}") for domain in INNER_DOMAINS)
    return "." in name and not is_inner and not is_loopback(name)


def is_public_address(text: str) -> bool:
    """Check that an IP address is one of the internet, also where it contains another one."""
    address = ip_address(text)
    if isinstance(address, IPv6Address) and not _is_assigned(address):
        return False
    return all(one.is_global and not one.is_multicast for one in (address, *_embedded(address)))


def _is_assigned(address: IPv6Address) -> bool:
    """Check that an address is not of a site (fec0::/10, 64:ff9b:1::/48) or IPv4 as ::a.b.c.d."""
    return address in UNICAST or address in TRANSLATED or address.ipv4_mapped is not None


def _embedded(address: IPv4Address | IPv6Address) -> Sequence[IPv4Address]:
    """Return the IPv4 addresses inside an IPv6 address: mapped, 6to4, Teredo and NAT64."""
    if isinstance(address, IPv4Address):
        return ()
    inside = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in TRANSLATED:
        inside.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [one for one in inside if one is not None]


def post_all(posts: Sequence[Post]) -> list[int | Exception]:
    """Send requests side by side; return for each the status of the answer, or why there is none.

    Only the status is read. The caller is outside any transaction.
    """
    return asyncio.run(_post_all(posts))


async def _post_all(posts: Sequence[Post]) -> list[int | Exception]:
    tls = ssl.create_default_context()
    turns = asyncio.Semaphore(MAX_AT_ONCE)

    async def send(post: Post) -> int | Exception:
        try:
            async with turns, asyncio.timeout(MAX_SECONDS):
                return await _post(post, tls)
        except (OSError, ValueError, EOFError) as error:  # with TimeoutError and all of ssl
            return error

    return list(await asyncio.gather(*map(send, posts)))


async def _post(post: Post, tls: ssl.SSLContext) -> int:
    if not is_public_url(post.url):
        raise PrivateAddress(urlsplit(post.url).hostname)  # the rest is a secret, and errors are stored
    parts = urlsplit(post.url)
    host, port = parts.hostname or "", parts.port or HTTPS_PORT
    address = await address_of(host, port)
    # By the address that was checked: a second look-up of the name may answer with another one.
    reader, writer = await asyncio.open_connection(address, port, ssl=tls, server_hostname=host)
    try:
        writer.write(_request(parts, post))
        await writer.drain()
        version, _space, rest = (await reader.readline()).decode("latin-1").partition(" ")
        if not version.startswith("HTTP/1."):
            raise ValueError("No HTTP answer.")
        return int(rest[:3])
    finally:
        writer.transport.abort()


async def address_of(host: str, port: int) -> str:
    """Return the first address of a host; refuse if any of them is private."""
    found: list[Any] = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY and not all(map(is_public_address, addresses)):
        raise PrivateAddress(host)
    return addresses[0]


def _request(parts: SplitResult, post: Post) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {
        "Host": parts.netloc,
        "Content-Length": str(len(post.body)),
        "Connection": "close",
        **post.headers,
    }
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + post.body
