"""A public page of 60 rows and more, kept and not kept, beside the same bytes from a bare ASGI application.

    python -m benchmarks.published

The page is a law book of some 100 articles. One uvicorn process answers, one client process asks over 16
connections. A kept page is given away by the hub before Django is asked; one with a query is drawn anew.
"""

import asyncio
import sys
import tempfile
import urllib.request
from pathlib import Path

from benchmarks.machine import heading, verdict_on
from benchmarks.served import free_port, hammer, p99, running, site_folder

PAGE = "/laws/standard-laws/"
SECONDS, CONNECTIONS, ROUNDS = 3.0, 16, 3
SHARE = 0.35  # of what the bare application answers


def measure(port: int, extra: str = "", path: str = PAGE) -> tuple[float, float]:
    """Answers a second, and the time within which 99 of 100 came, in milliseconds."""
    times = asyncio.run(hammer(port, path, seconds=SECONDS, connections=CONNECTIONS, extra=extra))
    return len(times) / SECONDS, 1000 * p99(times)


def main() -> int:
    """Measure in rounds that alternate; one when the budget is missed."""
    heading(f"A public page, {CONNECTIONS} connections, one server process")
    best: dict[str, tuple[float, float]] = {}
    with site_folder() as env, tempfile.TemporaryDirectory() as folder:
        ours, bare = free_port(), free_port()
        with running("club.config.asgi:application", ours, env):
            with urllib.request.urlopen(f"http://127.0.0.1:{ours}{PAGE}") as answer:
                body = Path(folder) / "body"
                body.write_bytes(answer.read())
            print(f"{body.stat().st_size:,} bytes\n")
            with running("benchmarks.bare_asgi:application", bare, {**env, "BARE_BODY": str(body)}):
                for _ in range(ROUNDS):
                    for name, port, extra, path in (
                        ("bare ASGI, the same bytes", bare, "", PAGE),
                        ("kept, given away by the hub", ours, "", PAGE),
                        ("not kept, drawn each time", ours, "", f"{PAGE}?again"),
                    ):
                        found = measure(port, extra, path)
                        best[name] = max(best.get(name, found), found)
    for name, (rate, late) in best.items():
        print(f"{name:32} {rate:10,.0f} answers/s   p99 {late:8.1f} ms")
    bare_rate, kept_rate, drawn_rate = (best[name][0] for name in best)
    print(f"\nkept / bare {kept_rate / bare_rate:.2f}   kept / drawn {kept_rate / drawn_rate:,.0f}\n")
    return 0 if verdict_on("kept beside bare", kept_rate / bare_rate, SHARE, "of its answers") else 1


if __name__ == "__main__":
    sys.exit(main())
