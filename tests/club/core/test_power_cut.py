"""The power is cut while results are entered: every confirmed result is in the files as the disk has them."""

import contextlib
import json
import random
import secrets
import shutil
import sqlite3
import subprocess

import pytest
from effort import THOROUGH, amount
from power_cut import WRITE, Disk, logged, moments, records_in, write_log_or_skip
from processes import Site

pytestmark = [pytest.mark.processes, pytest.mark.slow]

MOMENTS = amount(200, 2000)
RESULTS = amount(120, 600)
SEED = secrets.randbits(32) if THOROUGH else 20261128
ENTER = """
import os
from club_evening import published_of, section_of
from club.core.actor import SYSTEM
from django.db import connection
from tournaments.models import Outcome
from tournaments.results.services.results import record_result
row = published_of(section_of(40))
boards = list(row.pairings.order_by("pk").values_list("pk", flat=True))
connection.cursor().execute({pragma!r})
confirmed = os.open({confirmed!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
outcomes = ("white", "draw", "black")
for number in range({results}):
    board, outcome = boards[number % len(boards)], outcomes[number // len(boards) % 3]
    os.write(confirmed, json.dumps([board, outcome, False]).encode() + b"\\n")
    record_result(pairing_id=board, game=1, outcome=outcome, actor=SYSTEM, reason="as seen")
    os.write(confirmed, json.dumps([board, outcome, True]).encode() + b"\\n")
print("null")
"""


class Cut:
    """A site whose process has written a log, and the copies of its files at moments of it."""

    def __init__(self, tmp_path, templates, *, pragma, count=MOMENTS):
        self.folder, self.count = tmp_path, count
        site = Site(tmp_path)
        site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings"}
        site.imports = "import json\n"
        site.migrate(templates)
        self.data, log = tmp_path / "data", tmp_path / "log-of-writes"
        library = write_log_or_skip(tmp_path)
        self.disk = Disk(self.data)
        self.confirmed = self.data / "confirmed"
        site.env |= logged(library, log, self.data)
        code = ENTER.format(pragma=pragma, confirmed=str(self.confirmed), results=RESULTS)
        command = site.command("shell", "-v", "0", "-c", site.imports + code)
        done = subprocess.run(command, env=site.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        self.records = records_in(log)
        self.chance = random.Random(SEED)  # noqa: S311 - no secret

    def copies(self):
        """Yield the lost calls, the sent and the confirmed results, and a database, at each moment."""
        confirmed, begun, at = {}, None, 0
        first = next(number for number, one in enumerate(self.records) if one.path == str(self.confirmed))
        for moment in moments(self.records[first:], self.count, self.chance):
            for record in self.records[at : first + moment]:
                if record.path == str(self.confirmed) and record.op == WRITE:
                    board, outcome, is_confirmed = json.loads(record.data)
                    begun = None if is_confirmed else (board, outcome)
                    if is_confirmed:
                        confirmed[board] = outcome
                else:
                    self.disk.add(record)
            at = first + moment
            target = self.folder / f"copy-{moment}"
            lost = self.disk.cut(self.chance, target)
            yield lost, begun, dict(confirmed), target
            shutil.rmtree(target)

    def faults(self):
        """Return what is wrong with the copies, and how many had lost calls."""
        found, with_losses, results = [], 0, 0
        for lost, begun, confirmed, copy in self.copies():
            with_losses += bool(lost)
            results += len(confirmed)
            found += self.faults_of(copy, begun, confirmed)
        return found, with_losses, results

    def faults_of(self, copy, begun, confirmed):
        return faults_of(copy / "club.sqlite3", begun, confirmed)


def faults_of(path, begun, confirmed):
    """Open a copy as a restart would, and compare it with what was confirmed."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            if (told := database.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
                return [f"damaged: {told[0][0][:200]}"]
            stored = dict(
                database.execute("SELECT pairing_id, outcome FROM tournaments_gameresult WHERE number = 1")
            )
    except sqlite3.DatabaseError as error:
        return [f"damaged: {error}"]
    return lost_of(stored, begun, confirmed)


def lost_of(stored, begun, confirmed):
    """Return the confirmed results that are not stored; the one that was being entered may be new or old."""
    return [
        f"board {board}: {stored.get(board)}, confirmed {outcome}"
        for board, outcome in confirmed.items()
        if stored.get(board) != outcome and begun != (board, stored.get(board))
    ]


def test_a_power_cut_loses_no_confirmed_result(tmp_path, templates, record_property):
    cut = Cut(tmp_path, templates, pragma="PRAGMA synchronous")
    faults, with_losses, results = cut.faults()
    assert faults == [], (SEED, faults[:5])
    checkpoints = [one for one in cut.records if one.path == str(cut.data / "club.sqlite3")]
    assert checkpoints, "the log has one at least"
    assert with_losses > MOMENTS / 10, "the copies do lack calls that were not flushed"
    record_property("copies at power cuts, of which lack calls", f"{MOMENTS}, {with_losses}, seed {SEED}")
    record_property("confirmed results looked up in them, lost", f"{results}, {len(faults)}")


@pytest.mark.parametrize("mode", ["NORMAL", "OFF"])
def test_without_flushes_confirmed_results_are_lost(tmp_path, templates, record_property, mode):
    """The negative control: the same with a database that does not wait for the disk."""
    cut = Cut(tmp_path, templates, pragma=f"PRAGMA synchronous={mode}", count=MOMENTS // 4)
    faults, _with_losses, _results = cut.faults()
    assert faults
    record_property(f"control: lost or damaged with synchronous={mode}", len(faults))
