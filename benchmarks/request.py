"""One game judged in a request: ``POST /api/v1/judge`` through all of Django, without a socket.

    python -m benchmarks.request

Every recorded game of 60 plies is sent unchanged and again with an illegal move in it, for which
repairs are sought; the budget is for the first. Processor time, to reduce the effect of other load
on the machine.

"""

import os
import sys
import time
from itertools import count
from statistics import median

import django
from django.test import Client

from benchmarks.machine import SCORES, heading, verdict_on
from games.pdn import GameRecord, read_games

ADDRESS = "/api/v1/judge"
PLIES = 60
REPEATED = 5
MILLISECONDS = 5
VISITORS = count(1)  # one visitor may not ask as often as this


def with_a_slip(record: GameRecord) -> str:
    """Return the game with a ply two thirds through it written twice, which is never legal."""
    move = record.moves[PLIES * 2 // 3]
    start = record.source.index(move.text, move.offset)
    return f"{record.source[:start]}{move.text} {record.source[start:]}"


def milliseconds(client: Client, text: str, *, is_legal: bool) -> float:
    """Return the median processor time of judging a text; each request comes from a different visitor."""
    times = []
    for _ in range(REPEATED):
        visitor = f"2001:db8::{next(VISITORS):x}"
        started = time.process_time()
        answer = client.post(ADDRESS, {"pdn": text}, content_type="application/json", REMOTE_ADDR=visitor)
        times.append(time.process_time() - started)
        if answer.json()["games"][0]["legal"] is not is_legal:
            raise SystemExit(f"the judge was wrong about a game: {text[:80]}")
    return 1000 * median(times)


def main() -> int:
    """Send every game; return 1 on a missed budget."""
    heading(f"A game of {PLIES} plies judged in a request, median processor time")
    if not SCORES.exists():
        print("not measured: the recorded games are not beside the project (../shared/pdn/oca)")
        return 0
    os.environ["DJANGO_SETTINGS_MODULE"] = "club.config.testing"
    django.setup()
    records = [record for record in read_games(SCORES.read_bytes()) if len(record.moves) == PLIES]
    client = Client()
    as_recorded = [milliseconds(client, record.source, is_legal=True) for record in records]
    with_slips = [milliseconds(client, with_a_slip(record), is_legal=False) for record in records]
    print(
        f"{len(records)} games: as recorded {median(as_recorded):.1f} ms, slowest {max(as_recorded):.1f};"
        f" with a slip {median(with_slips):.1f} ms, slowest {max(with_slips):.1f}\n"
    )
    is_kept = verdict_on("a game as recorded", median(as_recorded), MILLISECONDS, "ms", at_most=True)
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
