"""Run the rows of docs/reliability.md and write the report.

python -m benchmarks.fire [--full] [--rows R1,S6] [--on sqlite|services] [--seed N] [--into FOLDER]
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.fire.report import as_html, as_json
from benchmarks.fire.rows import ROWS, SERVICES, SQLITE, Row
from benchmarks.fire.run import (
    FAILED,
    TIMED_OUT,
    Outcome,
    environment_of,
    missing_services,
    own_database,
    run_row,
)
from benchmarks.machine import ROOT, machine_line

FOLDER = Path(__file__).resolve().parent
STORES = {"sqlite": SQLITE, "services": SERVICES}


def options(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fire")
    parser.add_argument("--full", action="store_true", help="the long form of every row")
    parser.add_argument("--rows", default="", help="only these, with commas")
    parser.add_argument("--on", choices=STORES, help="only on SQLite, or only on PostgreSQL and Redis")
    parser.add_argument("--seed", type=int, help="of random examples in the long form")
    parser.add_argument("--into", type=Path, default=FOLDER, help="folder of report.html and report.json")
    return parser.parse_args(arguments)


def chosen_rows(names: str) -> list[Row]:
    """Return the rows to run; an unknown name ends the program."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    unknown = set(wanted) - {row.id for row in ROWS}
    if unknown:
        sys.exit(f"No such row: {', '.join(sorted(unknown))}. Rows: {', '.join(row.id for row in ROWS)}.")
    return [row for row in ROWS if not wanted or row.id in wanted]


def commit() -> str:
    """Return the commit of the sources, marked if they were changed since."""
    command = ["git", "describe", "--always", "--dirty"]
    try:
        asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()


def write(folder: Path, facts: dict[str, Any], outcomes: list[Outcome]) -> None:
    """Write both files, after each row: a run that is stopped leaves what it has."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text(as_html(facts, outcomes), encoding="utf-8")
    (folder / "report.json").write_text(as_json(facts, outcomes), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Run the rows one after the other; return 1 if one failed or a service is missing."""
    given = options(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that processes and database are cleaned up
    rows = chosen_rows(given.rows)
    stores = [STORES[given.on]] if given.on else list(STORES.values())
    missing = missing_services() if SERVICES in stores else ""
    if missing:
        print(f"{missing}\nRows on {SERVICES} do not run; --on sqlite leaves them out.", flush=True)
        stores.remove(SERVICES)
    seed = random.SystemRandom().randrange(2**32) if given.seed is None else given.seed
    logs = Path(tempfile.mkdtemp(prefix="fire-"))
    outcomes: list[Outcome] = []
    facts: dict[str, Any] = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "form": "long" if given.full else "short",
        "commit": commit(),
        "seed": seed,
        "machine": machine_line(),
        "stores": ", ".join(stores),
    }
    began = time.monotonic()
    with own_database() if SERVICES in stores else nullcontext("") as url:
        for row in rows:
            for store in [one for one in row.stores if one in stores] if row.is_shown else [""]:
                environment = environment_of(store, is_full=given.full, database_url=url)
                outcome = run_row(row, store, environment, is_full=given.full, seed=seed, logs=logs)
                outcomes.append(outcome)
                words = f"{row.id:4}{store:21} {outcome.status:14}{outcome.seconds:7.1f} s"
                print(f"{words}  {outcome.note}".rstrip(), flush=True)
                facts["seconds"] = round(time.monotonic() - began)
                write(given.into, facts, outcomes)
    print(f"Report: {given.into / 'report.html'}", flush=True)
    return 1 if missing or any(one.status in {FAILED, TIMED_OUT} for one in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
