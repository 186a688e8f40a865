"""HTTP client of a follower for the API of the first machine: status, copies, and the live feed of changes.

The operator names the address, so that private networks are allowed. Certificates are checked, and redirects
are refused: the token goes to no other address.
"""

import hashlib
import http.client
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from club.backups.errors import ArchiveDamaged, NotFollowable, TokenRefused
from club.live.site_changes import CHANGES

ANSWER_SECONDS: Final = 30.0
STREAM_SECONDS: Final = 40.0  # the hub sends a heartbeat every 15 s
PIECE: Final = 1 << 20
MAX_ANSWER: Final = 1 << 24
OK, MOVED, REFUSED, FAILED = 200, 300, 400, 500
NO_RIGHT: Final = (401, 403)
TOO_MANY: Final = 429


class Unreachable(OSError):
    """The first machine does not answer now: not there, restarting, or busy."""


class FirstMachine:
    """The site that is followed."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        try:
            parts = urlsplit(self.url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise NotFollowable(url=url, reason="address") from None
        if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc or parts.query:
            raise NotFollowable(url=url, reason="address")
        if not token.isascii() or not token.isprintable() or not token:
            raise TokenRefused(url=self.url, reason="token")
        self.is_secure, self.host, self.port, self.path = parts.scheme == "https", host, port, parts.path
        self.headers = {"Authorization": f"Bearer {token}", "User-Agent": "draughts-club follow"}

    def status(self) -> dict[str, Any]:
        """Return the version of the program and the number of the latest change."""
        return self._document("GET", "copies/")

    def request_copy(self) -> dict[str, Any]:
        """Ask for a copy."""
        return self._document("POST", "copies/")

    def copy(self, job: int) -> dict[str, Any]:
        """Return the state of a copy."""
        return self._document("GET", f"copies/{job}/")

    def download(self, job: int, *, sha256: str, path: Path) -> None:
        """Fetch a copy into a file, and compare its hash."""
        digest = hashlib.sha256()
        name = quote(socket.gethostname()[:80])
        with self._asked("GET", f"copies/{job}/file?follower={name}") as answer, path.open("wb") as file:
            path.chmod(0o600)
            while piece := _read(answer, PIECE):
                digest.update(piece)
                file.write(piece)
        if digest.hexdigest() != sha256:
            raise ArchiveDamaged(part=path.name)

    def changes(self, after: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what the live feed sends: its event ("", "hello", "reset", "beat") and its data.

        A site without the hub answers at once with a list, which is yielded the same way.
        """
        asked = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        path = f"live/{CHANGES}?after={after}"
        with self._asked("GET", path, asked, seconds=STREAM_SECONDS) as answer:
            if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                yield from _events(answer)
            else:
                yield from _polled(_parsed(self.url, _read(answer, MAX_ANSWER)))

    def _document(self, method: str, path: str) -> dict[str, Any]:
        with self._asked(method, path) as answer:
            return _parsed(self.url, _read(answer, MAX_ANSWER))

    @contextmanager
    def _asked(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        *,
        seconds: float = ANSWER_SECONDS,
    ) -> Iterator[http.client.HTTPResponse]:
        connection: http.client.HTTPConnection
        if self.is_secure:
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(self.host, self.port, timeout=seconds, context=context)
        else:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=seconds)
        with closing(connection):
            asked = {"Connection": "close", **self.headers, **(headers or {})}
            with closing(self._answer(connection, method, path, asked)) as answer:
                self._require_yes(answer)
                yield answer

    def _answer(
        self, connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        try:
            connection.request(method, f"{self.path}/api/v1/{path}", headers=headers)
            return connection.getresponse()
        except ssl.SSLCertVerificationError as error:
            raise NotFollowable(url=self.url, reason=error.verify_message) from error
        except (http.client.RemoteDisconnected, OSError) as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        except http.client.HTTPException as error:
            raise NotFollowable(url=self.url, reason="HTTP") from error

    def _require_yes(self, answer: http.client.HTTPResponse) -> None:
        if OK <= answer.status < MOVED:
            return
        reason = f"{answer.status} {answer.reason}".strip()
        if answer.status >= FAILED or answer.status == TOO_MANY:
            raise Unreachable(reason)
        if answer.status in NO_RIGHT:
            raise TokenRefused(url=self.url, reason=reason)
        if answer.status < REFUSED:
            reason = f"{reason}: {answer.headers.get('Location', '')}"
        raise NotFollowable(url=self.url, reason=reason)


def _read(answer: http.client.HTTPResponse, size: int) -> bytes:
    try:
        return answer.read(size)
    except (http.client.HTTPException, OSError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error


def _parsed(url: str, body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise NotFollowable(url=url, reason="JSON")
    return found


def _polled(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    if found.get("is_reset"):
        yield "reset", {"number": found.get("last", 0)}
    for change in found.get("events", ()):
        yield "", change


def _events(answer: http.client.HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    kind, data = "", ""
    while line := _read_line(answer):
        name, _colon, value = line.decode().rstrip("\r\n").partition(":")
        if name == "event":
            kind = value.strip()
        elif name == "data":
            data = value.strip()
        elif not name and not line.startswith(b":"):
            if data:
                found = json.loads(data)
                yield kind, found if isinstance(found, dict) else {"number": found}
            kind, data = "", ""
        else:
            yield "beat", {}


def _read_line(answer: http.client.HTTPResponse) -> bytes:
    try:
        return answer.readline(MAX_ANSWER)
    except (http.client.HTTPException, OSError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error
