"""Jobs under kill -9, with real workers: nothing lost, nothing done twice, on every transport."""

import json
import os
import signal

import pytest
from effort import amount
from polling import until

pytestmark = [pytest.mark.processes, pytest.mark.slow]
JOBS = amount(6, 24)
KILLS = amount(1, 3)
SELDOM = "600"  # seconds; longer than any test waits


def give(site, numbers, task="ledger.write"):
    """Have the first worker that starts enqueue these jobs."""
    site.env["LEDGER_JOBS"] = json.dumps([(task, number) for number in numbers])


def waiting(site):
    return site.query("SELECT count(*) FROM club_job WHERE state = 'waiting'")[0][0]


def ledger(site):
    return [number for (number,) in site.query("SELECT number FROM ledger_line ORDER BY number")]


def kill(worker):
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def kill_in_the_middle(site):
    """Start a worker and kill it while a job is at work."""
    site.hold_jobs()
    worker = site.start("work")
    site.wait_for_held_job()
    kill(worker)
    site.let_jobs_go()


def test_killing_the_worker_loses_no_job_and_doubles_none(site):
    give(site, range(JOBS))
    for _ in range(KILLS):
        kill_in_the_middle(site)
    site.start("work")
    assert until(lambda: waiting(site) == 0), site.log()
    assert ledger(site) == list(range(JOBS))
    # The control: outside the transaction the interrupted work was indeed done twice.
    assert len(site.noted()) == JOBS + KILLS


def test_a_chain_of_slices_goes_on_after_a_kill(site):
    give(site, [9], task="ledger.count_down")
    for _ in range(amount(1, 2)):
        kill_in_the_middle(site)
    site.start("work")
    assert until(lambda: ledger(site) == list(range(10))), site.log()
    assert waiting(site) == 0


def test_two_workers_share_the_work_and_double_none(site):
    give(site, range(JOBS))
    workers = [site.start("work"), site.start("work")]
    assert until(site.noted, longest_pause=0.02), site.log()
    kill(workers[0])
    assert until(lambda: len(ledger(site)) == JOBS and waiting(site) == 0), site.log()
    assert ledger(site) == list(range(JOBS))


def test_a_worker_is_woken(site):
    """It looks by itself when it starts and then not for ten minutes; each job waits for the one before."""
    site.env["LEDGER_LOOKS_EVERY"] = SELDOM
    give(site, [0])
    site.start("work")
    assert until(site.noted), site.log()
    site.shell(
        "from polling import until\n"
        "from ledger.tasks import NOTES\n"
        "for n in range(1, 4):\n"
        "    enqueue(task='ledger.write', arguments={'number': n}, key=f'line:{n}')\n"
        "    assert until(lambda: len(NOTES.read_text().splitlines()) == n + 1)\n"
        "print('null')"
    )


def test_a_job_that_kills_its_worker_is_begun_again_after_a_pause(site):
    give(site, [1], task="ledger.die")
    for _ in range(2):
        assert site.start("work").wait(120) == 9
    assert site.query("SELECT state, starts FROM club_job WHERE key = 'line:1'") == [("waiting", 2)]
