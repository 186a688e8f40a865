"""A public page of 60 rows and more, cached and uncached, and the same bytes from a bare ASGI application.

    python -m benchmarks.published [SECONDS] [--without-cache]

The page is a law book of some 100 articles. One uvicorn process answers, one client process sends requests
over 16 connections. The hub returns a cached page before Django runs; for a visitor with a message the page
is rendered each time. `--without-cache` is the negative control: the budget has to be missed.
"""

import asyncio
import sys
import tempfile
import urllib.request
from pathlib import Path

from benchmarks.machine import heading, row, verdict_on
from benchmarks.served import free_port, hammer, p99, running, site_folder

PAGE = "/laws/standard-laws/"
MESSAGES = "Cookie: draughts_messages=x\r\n"  # a visitor for whom a message waits gets no kept page
SECONDS, CONNECTIONS, ROUNDS = 3.0, 16, 3
WITHOUT_CACHE = "--without-cache"
SHARE = 0.5  # of what the bare application answers


def measure(port: int, extra: str, seconds: float) -> tuple[float, float]:
    """Return answers a second, and the 99th percentile of the response time in milliseconds."""
    times = asyncio.run(hammer(port, PAGE, seconds=seconds, connections=CONNECTIONS, extra=extra))
    return len(times) / seconds, 1000 * p99(times)


def report(
    size: int, bare: tuple[float, float], kept: tuple[float, float], drawn: tuple[float, float]
) -> None:
    """Print the rows of README.md."""
    title = f"a page of {size / 1000:.1f} kB, kept, answers/s (p99 ms)"
    peer = f"bare ASGI application: {bare[0]:,.0f} ({bare[1]:.0f})"
    row(title, f"{kept[0]:,.0f} ({kept[1]:.0f})", peer, f"{kept[0] / bare[0]:.2f}")
    times = f"1/{kept[0] / drawn[0]:.0f}"
    row(
        "the same drawn each time, answers/s (p99 ms)",
        f"{drawn[0]:,.0f} ({drawn[1]:.0f})",
        f"kept: {kept[0]:,.0f}",
        times,
    )
    print()


def main(arguments: list[str]) -> int:
    """Measure in alternating rounds; return 1 on a missed budget."""
    is_faulty = WITHOUT_CACHE in arguments
    seconds = next((float(one) for one in arguments if one != WITHOUT_CACHE), SECONDS)
    application = "benchmarks.faulty_site:application" if is_faulty else "club.config.asgi:application"
    heading(f"A public page, {CONNECTIONS} connections, one server process")
    best: dict[str, tuple[float, float]] = {}
    with site_folder() as env, tempfile.TemporaryDirectory() as folder:
        ours, bare = free_port(), free_port()
        with running(application, ours, {**env, "FAULT": "cache"}):
            with urllib.request.urlopen(f"http://127.0.0.1:{ours}{PAGE}") as answer:
                body = Path(folder) / "body"
                body.write_bytes(answer.read())
            size = body.stat().st_size
            with running("benchmarks.bare_asgi:application", bare, {**env, "BARE_BODY": str(body)}):
                for _ in range(ROUNDS):
                    for name, port, extra in (
                        ("bare ASGI, the same bytes", bare, ""),
                        ("kept, given away by the hub", ours, ""),
                        ("not kept, drawn each time", ours, MESSAGES),
                    ):
                        found = measure(port, extra, seconds)
                        best[name] = max(best.get(name, found), found)
    for name, (rate, late) in best.items():
        print(f"{name:32} {rate:10,.0f} answers/s   p99 {late:8.1f} ms")
    bare_best, kept_best, drawn_best = best.values()
    print()
    report(size, bare_best, kept_best, drawn_best)
    return 0 if verdict_on("kept beside bare", kept_best[0] / bare_best[0], SHARE, "of its answers") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
