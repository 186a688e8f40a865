"""Small files of other sites, read from addresses that users name.

The host is public, also after a redirect. Size and time are bounded, and a file that did not change since the
last download is not sent again. Callers are outside any transaction.
"""

import asyncio
import http.client
import socket
import ssl
import threading
import time
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from django.conf import settings

from club.core.outgoing import MAX_URL_LENGTH, PrivateAddress, address_of, is_public_host

MAX_SECONDS: Final = 10.0  # of a download with its redirects, after the look-up of the name
MAX_REDIRECTS: Final = 3
PORTS: Final = {"http": 80, "https": 443}
OTHER_PORTS: Final = frozenset({8000, 8080, 8443})  # of small web servers; no other port of a host is asked
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
PIECE: Final = 65_536


class DownloadFailed(Exception):
    """Failed download: `reason` is address, unreachable, slow, status or size."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(reason, status)
        self.reason, self.status = reason, status


class Validators(NamedTuple):
    """What identifies the version of a file that was downloaded before."""

    etag: str = ""
    modified: str = ""


class Download(NamedTuple):
    """Content of a file, None if it did not change, with the validators for the next request."""

    content: bytes | None
    validators: Validators


def is_public_page(url: str) -> bool:
    """Check that a URL is http or https on a public host and a usual port, without asking for its address."""
    if len(url) > MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme not in PORTS or not host or "@" in parts.netloc:
        return False
    if not settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY:
        return True
    return port in {None, PORTS[parts.scheme], *OTHER_PORTS} and is_public_host(host)


def download(url: str, *, most_bytes: int, known: Validators = Validators()) -> Download:  # noqa: B008 - immutable
    """Download a file. Raises DownloadFailed."""
    until = time.monotonic() + MAX_SECONDS
    for _redirect in range(MAX_REDIRECTS + 1):
        if not is_public_page(url):
            raise DownloadFailed("address")
        try:
            answer = _get(url, most_bytes, known, until)
        except PrivateAddress as error:
            raise DownloadFailed("address") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise DownloadFailed("slow" if time.monotonic() >= until else "unreachable") from error
        if isinstance(answer, Download):
            return answer
        try:
            url = urljoin(url, answer)
        except ValueError as error:
            raise DownloadFailed("address") from error
    raise DownloadFailed("address")


def _get(url: str, most_bytes: int, known: Validators, until: float) -> Download | str:
    """Return the file, or the address that the site redirects to."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    # By the address that was checked: a second look-up of the name may answer with another one.
    address = asyncio.run(address_of(host, port))
    with socket.create_connection((address, port), timeout=_left(until)) as plain:
        # A site that sends a byte now and then passes every timeout of a single read.
        end = threading.Timer(_left(until), lambda: plain.shutdown(socket.SHUT_RDWR))
        end.daemon = True
        end.start()
        try:
            connected = _with_tls(plain, host) if parts.scheme == "https" else plain
            return _ask(connected, url, most_bytes, known, until)
        finally:
            end.cancel()


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _with_tls(plain: socket.socket, host: str) -> socket.socket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _ask(
    connected: socket.socket, url: str, most_bytes: int, known: Validators, until: float
) -> Download | str:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "")
    connection.sock = connected
    headers = {"Host": parts.netloc, "Accept": "text/plain, */*", "Connection": "close"}
    headers |= {"If-None-Match": known.etag} if known.etag else {}
    headers |= {"If-Modified-Since": known.modified} if known.modified else {}
    try:
        connection.request(
            "GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), None, headers
        )
        with connection.getresponse() as answer:
            if answer.status == http.HTTPStatus.NOT_MODIFIED:
                return Download(None, known)
            if answer.status in REDIRECTS and (target := answer.getheader("Location")):
                return target
            if answer.status != http.HTTPStatus.OK:
                raise DownloadFailed("status", answer.status)
            validators = Validators(answer.getheader("ETag", ""), answer.getheader("Last-Modified", ""))
            content = _content(answer, most_bytes)
            _left(until)  # a connection that the timer has ended looks like the end of the file
            return Download(content, validators)
    finally:
        connection.close()


def _content(answer: http.client.HTTPResponse, most_bytes: int) -> bytes:
    content = b""
    while piece := answer.read(PIECE):
        content += piece
        if len(content) > most_bytes:
            raise DownloadFailed("size")
    if answer.length:
        raise http.client.IncompleteRead(content, answer.length)
    return content
