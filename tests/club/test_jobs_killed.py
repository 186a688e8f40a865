"""Jobs under kill -9, with real workers: nothing lost, nothing done twice, on every transport."""

import json
import os
import signal
from itertools import groupby

import pytest
from processes import until

pytestmark = pytest.mark.killing
JOBS = 24
SENT = 60
IN_A_ROW = 15  # 1.2 seconds


def enqueue(site, count, seconds, task="ledger.write"):
    site.shell(
        f"for n in range({count}):\n"
        f"    enqueue(task='{task}', arguments={{'number': n, 'seconds': {seconds}}}, key=f'line:{{n}}')\n"
        "print('null')"
    )


def waiting(site):
    return site.query("SELECT count(*) FROM club_job WHERE state = 'waiting'")[0][0]


def ledger(site):
    return [number for (number,) in site.query("SELECT number FROM ledger_line ORDER BY number")]


def kill_in_the_middle(site, worker):
    """Kill the worker while a job is at work: the plain file has grown, the job still sleeps."""
    seen = len(site.noted())
    assert until(lambda: len(site.noted()) > seen), site.log()
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


@pytest.mark.slow
def test_killing_the_worker_loses_no_job_and_doubles_none(site):
    enqueue(site, JOBS, 0.1)
    for _ in range(3):
        kill_in_the_middle(site, site.start("work"))
    site.start("work")
    assert until(lambda: waiting(site) == 0), site.log()
    assert ledger(site) == list(range(JOBS))
    # The control: outside the transaction the interrupted work was indeed done twice.
    assert len(site.noted()) == JOBS + 3


@pytest.mark.slow
def test_a_chain_of_slices_goes_on_after_a_kill(site):
    arguments = {"number": 9, "seconds": 0.1}
    site.shell(f"enqueue(task='ledger.count_down', arguments={arguments}, key='chain:9'); print('null')")
    kill_in_the_middle(site, site.start("work"))
    kill_in_the_middle(site, site.start("work"))
    site.start("work")
    assert until(lambda: ledger(site) == list(range(10))), site.log()
    assert waiting(site) == 0


@pytest.mark.slow
def test_two_workers_share_the_work_and_double_none(site):
    enqueue(site, JOBS, 0.05)
    workers = [site.start("work"), site.start("work")]
    kill_in_the_middle(site, workers[0])
    assert until(lambda: waiting(site) == 0), site.log()
    assert ledger(site) == list(range(JOBS))


@pytest.mark.slow
def test_a_worker_is_woken_promptly(site):
    """A worker that asked every second would not begin so many in a row; the machine may stall once."""
    site.start("work")
    site.shell("enqueue(task='ledger.write', arguments={'number': 0}, key='first'); print('null')")
    assert until(site.noted), site.log()
    sent = site.shell(
        "import time\nsent = []\n"
        f"for n in range({SENT}):\n"
        "    time.sleep(0.08)\n"
        "    sent.append(time.time())\n"
        "    enqueue(task='ledger.write', arguments={'number': n + 1}, key=f'line:{n}')\n"
        "print(json.dumps(sent))"
    )
    assert until(lambda: len(site.noted()) == SENT + 1), site.log()
    begun = dict(site.noted())
    prompt = [begun[n + 1] - sent[n] < 0.1 for n in range(SENT)]
    longest = max((len(list(row)) for is_prompt, row in groupby(prompt) if is_prompt), default=0)
    assert longest >= IN_A_ROW, json.dumps([begun[n + 1] - sent[n] for n in range(SENT)])


@pytest.mark.slow
def test_a_job_that_kills_its_worker_is_begun_again_after_a_pause(site):
    site.shell("enqueue(task='ledger.die', arguments={'number': 1}, key='deadly'); print('null')")
    for _ in range(2):
        assert site.start("work").wait(30) == 9
    assert site.query("SELECT state, starts FROM club_job WHERE key = 'deadly'") == [("waiting", 2)]
