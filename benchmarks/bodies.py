"""Memory of the page server while addresses that take a body are sent the largest bodies that are allowed.

    python -m benchmarks.bodies [REQUESTS [PART]] [--keeping]

Every address of the site with POST, PUT or PATCH gets REQUESTS requests of an account that may do everything,
in turn: bodies after the schema or the form of the page, whose texts are as long as fits, and bodies of many
values. PART is a regular expression for names of addresses, `.` for all. Resident memory of the server and of
its public process after the last request may be a fifth more than after the tenth of each kind. `--keeping`
is the negative control: a server that keeps every body.
"""

import http.client
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.busy_import import made_game
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, resident_bytes_of, running, running_site, site_folder

REQUESTS, CONTROL_REQUESTS, WARM = 1000, 120, 10
USUAL_PART = "games-api:(judge|compare)|games:(check|compare)$"  # what computes with a body
MOST_TIMES = 1.2
KEEPING = "--keeping"
FORM_LIMIT = 5 * 1024 * 1024 - 1024  # settings.DATA_UPLOAD_MAX_MEMORY_SIZE, less the names
MOST_FIELDS = 999
GAMES_OF_A_TEXT = 1_400  # beside the 30,000 parts that a request may have
SHOWN = 10
METHODS = ("POST", "PUT", "PATCH")
# What ends the sessions of these requests, or stops or replaces the server.
LEFT_OUT = re.compile(r"logout|sessions|restore|close_account|account_delete|password")
SETUP = """
import json, re, sys
sys.path[:0] = ["tests/site", "tests/support", "tests"]
from access_world import SUPERUSER, World
from addresses import addresses
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator
with transaction.atomic():
    world = World()
schema = SchemaGenerator().get_schema(request=None, public=True)
found = []
for one in addresses():
    try:
        path = one.path(world.own)
    except KeyError:
        continue
    template = "/" + re.sub(r"<(?:\\w+:)?(\\w+)>", r"{\\1}", one.route)
    found.append({"name": one.name, "path": path, "operations": schema["paths"].get(template, {})})
print(json.dumps({
    "cookies": world.cookies[SUPERUSER], "addresses": found, "schemas": schema["components"]["schemas"],
}, default=str))
"""


class Body(NamedTuple):
    """Content of a request."""

    kind: str
    content: bytes


def games_text() -> str:
    """Return records of games with as many parts as a request may have."""
    return "".join(map(made_game, range(GAMES_OF_A_TEXT)))


def table_text() -> str:
    """Return a table of names as long as a form may be."""
    lines = ["Name;Rating;Club"]
    lines += [
        f"Player {number};{1000 + number % 1000};Club {number % 50}" for number in range(FORM_LIMIT // 40)
    ]
    return "\n".join(lines)


class Fields(HTMLParser):
    """Fields of the forms of a page: their values, those that take text, and those that take a file."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.texts: set[str] = set()
        self.files: set[str] = set()
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field."""
        given = {name: value or "" for name, value in attrs}
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            self.values.setdefault(self.select, given.get("value", ""))
        elif not name or tag not in {"input", "textarea"}:
            return
        elif kind == "file":
            self.files.add(name)
        else:
            self.values.setdefault(name, given.get("value", "on"))
            if tag == "textarea" or kind in {"text", "search"}:
                self.texts.add(name)


def form_bodies(page: str) -> Iterator[Body]:
    """Yield the form of a page with long texts, with a large file, and one of many fields."""
    fields = Fields(page)
    values = {name: value for name, value in fields.values.items() if name != "csrfmiddlewaretoken"}
    share = FORM_LIMIT // max(1, len(fields.texts))
    values |= {name: games_text() if name in {"pdn", "record"} else "x" * share for name in fields.texts}
    kind = "application/x-www-form-urlencoded"
    yield Body(kind, urlencode(values).encode()[:FORM_LIMIT])
    yield Body(
        kind, urlencode({f"f{number}": "x" * (FORM_LIMIT // 1100) for number in range(MOST_FIELDS)}).encode()
    )
    for name in fields.files or {"file"}:
        for text in (games_text(), table_text()):
            yield multipart(name, text)


def multipart(name: str, text: str) -> Body:
    """Return a form with one file."""
    head = f'--edge\r\nContent-Disposition: form-data; name="{name}"; filename="large.csv"\r\n\r\n'
    return Body("multipart/form-data; boundary=edge", f"{head}{text}\r\n--edge--\r\n".encode())


class Shapes:
    """Bodies after the schema of the API."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        self.schemas = schemas

    def bodies(self, operation: dict[str, Any]) -> Iterator[Body]:
        """Yield bodies with long texts and lists, all fields or the required ones, and many values."""
        content = operation.get("requestBody", {}).get("content", {})
        for kind, told in content.items():
            if "json" in kind:
                schema = self.known(told.get("schema", {}))
                needed = {
                    name: schema.get("properties", {}).get(name, {}) for name in schema.get("required", ())
                }
                for node in (schema, {"properties": needed}):
                    yield Body(kind, self.longest(node))
            elif "multipart" in kind:
                yield multipart("file", games_text())
                yield multipart("file", table_text())
            elif "text" in kind or "pdn" in kind:
                yield Body(kind, games_text().encode())
        values = {f"k{number}": number for number in range(FORM_LIMIT // 19)}
        yield Body("application/json", json.dumps(values).encode()[: FORM_LIMIT - 1] + b"}")
        yield Body("application/json", json.dumps(values).encode())

    def known(self, node: dict[str, Any]) -> dict[str, Any]:
        """Return a schema that a reference names, or the schema itself."""
        return self.schemas.get(node["$ref"].rpartition("/")[2], {}) if "$ref" in node else node

    def longest(self, node: dict[str, Any]) -> bytes:
        """Return the longest body that fits."""
        share = FORM_LIMIT
        while share > 1:
            body = json.dumps(self.example(node, share)).encode()
            if len(body) <= FORM_LIMIT:
                return body
            share //= 2
        return b""

    def example(self, node: dict[str, Any], share: int, depth: int = 0, name: str = "") -> Any:
        """Return a value of a schema whose texts and lists are so long."""
        node = self.known(node)
        for several in ("allOf", "oneOf", "anyOf"):
            if node.get(several):
                return self.example(node[several][0], share, depth, name)
        if node.get("enum"):
            return node["enum"][0]
        kind = node.get("type", "object")
        if kind == "string":
            return games_text() if name in {"pdn", "first", "second"} else self._text(node, share)
        if kind == "array":
            item = self.example(node.get("items", {}), min(share, 20), depth + 1) if depth < 3 else None
            return [item] * min(node.get("maxItems", share), max(1, share // (len(json.dumps(item)) + 2)))
        if kind == "object":
            properties = node.get("properties", {}) if depth < 4 else {}
            return {key: self.example(value, share, depth + 1, key) for key, value in properties.items()}
        return {"integer": 1, "number": 1, "boolean": True}.get(str(kind))

    @staticmethod
    def _text(node: dict[str, Any], share: int) -> str:
        samples = {"date": "2026-01-01", "date-time": "2026-01-01T00:00:00Z", "email": "a@b.example"}
        return samples.get(node.get("format", "")) or "x" * min(node.get("maxLength", share), share)


class Sender:
    """One connection of the account that may do everything."""

    def __init__(self, port: int, cookies: dict[str, str]) -> None:
        self.port = port
        jar = cookies | {"draughts_csrf": "a" * 32, "csrftoken": "a" * 32}
        cookie = "; ".join(f"{name}={value}" for name, value in jar.items())
        origin = f"http://127.0.0.1:{port}"
        self.headers = {"Cookie": cookie, "X-CSRFToken": "a" * 32, "Origin": origin, "Accept-Language": "en"}
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)

    def ask(self, method: str, path: str, body: Body | None = None) -> tuple[int, bytes, str]:
        """Return status, content and allowed methods."""
        headers = self.headers | ({"Content-Type": body.kind} if body else {})
        content = body.content if body else None
        for _attempt in range(2):
            try:
                self.connection.request(method, path, content, headers)
                answer = self.connection.getresponse()
            except (ConnectionError, http.client.HTTPException):
                self.connection.close()  # the server closes one that was idle, or refuses a body by closing
            else:
                return answer.status, answer.read(), answer.headers.get("Allow", "")
        return 0, b"", ""


def family_of(pid: int) -> list[int]:
    """Return a process and its children."""
    found = [pid]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text("ascii", errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == pid:
                found.append(int(stat.parent.name))
    return found


class Growth(NamedTuple):
    """Bytes of the server at one address after the tenth request of each kind, and after the last."""

    name: str
    before: int
    after: int

    @property
    def times(self) -> float:
        """How many times as much."""
        return self.after / self.before


def soaked(
    sender: Sender, pids: list[int], address: dict[str, Any], shapes: Shapes, requests: int
) -> Iterator[Growth]:
    """Send an address its bodies by each of its methods; yield the growth of each process."""
    in_api = address["path"].startswith("/api/")
    allowed = sender.ask("OPTIONS", address["path"])[2]
    for method in (one for one in METHODS if one in allowed):
        if in_api:
            bodies = list(shapes.bodies(address["operations"].get(method.lower(), {})))
        else:
            bodies = list(form_bodies(sender.ask("GET", address["path"])[1].decode(errors="replace")))
        statuses: Counter[int] = Counter()
        before: list[int] = []
        for number, body in enumerate(islice(cycle(bodies), requests)):
            if number == WARM * len(bodies):
                before = [resident_bytes_of(pid) for pid in pids]
            statuses[sender.ask(method, address["path"], body)[0]] += 1
        after = [resident_bytes_of(pid) for pid in pids]
        told = ", ".join(f"{status}: {many}" for status, many in sorted(statuses.items()))
        sizes = ", ".join(f"{now / 1e6:.0f}" for now in (*before, *after))
        print(f"{method} {address['path']} {told}; {sizes} MB", file=sys.stderr, flush=True)
        for was, now in zip(before, after, strict=True):
            yield Growth(f"{method} {address['name']}", was, now)


def main(arguments: list[str]) -> int:
    """Measure; return 1 on growth by more than a fifth."""
    is_faulty = KEEPING in arguments
    given = [one for one in arguments if one != KEEPING]
    usual = CONTROL_REQUESTS if is_faulty else REQUESTS
    requests = int(given[0]) if given else usual
    part = re.compile(given[1] if len(given) > 1 else USUAL_PART)
    heading(f"Memory beside the largest bodies, {requests:,} requests to an address and method")
    with site_folder() as env:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SETUP]
        made = subprocess.run(shell, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(made.stdout.splitlines()[-1])
        port = free_port()
        faulty = running("benchmarks.faulty_site:application", port, {**env, "FAULT": "bodies"})
        shapes, found = Shapes(told["schemas"]), []
        with faulty if is_faulty else running_site(port, env) as server:
            pids = family_of(server.pid)
            for address in told["addresses"]:
                if part.search(address["name"]) and not LEFT_OUT.search(address["name"]):
                    found += soaked(Sender(port, told["cookies"]), pids, address, shapes, requests)
    found.sort(key=lambda one: -one.times)
    for one in found[:SHOWN]:
        row(one.name, f"{one.before / 1e6:.0f} MB", f"{one.after / 1e6:.0f} MB", f"{one.times:.2f}")
    print(f"{len(found) // len(pids)} addresses and methods, {len(pids)} processes")
    return 0 if verdict_on("most growth", found[0].times, MOST_TIMES, "times", at_most=True) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
