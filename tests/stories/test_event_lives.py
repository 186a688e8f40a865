"""The life of an event in any order: a million steps in the long form, and every planted fault is found."""

import dataclasses
import json
import os
import re
import secrets
import time
import traceback
from unittest import mock

import pytest
from django.db import connection
from effort import THOROUGH, amount, sample
from event_life import BusyLife, EventLife
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from club.audit import audit_seals, undo_handlers
from club.models import MoneySettings
from tournaments.core.translate import Scorer
from tournaments.entries.services.entries import readmit_entry
from tournaments.models import Entry, EntryState
from tournaments.results.services import results
from tournaments.rounds.services import drafts, rounds

# Steps; on PostgreSQL a tenth, as one process does them there.
STEPS = int(os.environ.get("STEPS", amount(200, 1_000_000 if connection.vendor == "sqlite" else 100_000)))
STEPS_OF_A_LIFE = amount(30, 60)
LIVES_OF_A_RUN = 100  # a tenth of them are simple ones; Hypothesis remembers every choice of a run
MAX_CONTROL_STEPS = 2_000
SEED = secrets.randbits(32) if THOROUGH else 20261129


def live(number, lives, *, machine=EventLife, phases=(Phase.generate, Phase.shrink)):
    """Have events live; a seed of its own for each run."""
    profile = settings(
        max_examples=lives,
        stateful_step_count=STEPS_OF_A_LIFE,
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
        derandomize=False,
        report_multiple_bugs=False,
        phases=phases,
    )
    run_state_machine_as_test(seed(number)(machine), settings=profile)


def live_on(number, steps):
    """Run until so many steps are done; return them with the steps refused and the acts that changed rows."""
    EventLife.begin_count()
    while EventLife.steps < steps:
        lives = min(LIVES_OF_A_RUN, 1 + (steps - EventLife.steps) // STEPS_OF_A_LIFE)
        live(number, lives)
        number += 1
    return [EventLife.steps, EventLife.refused, dict(EventLife.done)]


def in_forks(parts, steps, folder):
    """Share the steps among forks: each has the database in memory for itself. Return what each has done."""
    children = []
    for part in range(parts):
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                (folder / f"{part}.json").write_text(json.dumps(live_on(SEED + part * 10**6, steps // parts)))
                code = 0
            except BaseException:  # noqa: BLE001 - the parent reads it
                (folder / f"{part}.error").write_text(traceback.format_exc())
            finally:
                os._exit(code)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)
    errors = [path.read_text() for path in folder.glob("*.error")]
    assert errors == [], f"seed {SEED}\n" + "\n".join(errors)[-6000:]
    return [json.loads(path.read_text()) for path in folder.glob("*.json")]


@pytest.mark.slow
@pytest.mark.sampled
def test_whatever_happens_in_the_life_of_an_event_its_rows_agree(db, tmp_path, record_property):
    began = time.monotonic()
    parts = os.cpu_count() or 1
    if THOROUGH and connection.vendor == "sqlite" and parts > 1:
        found = in_forks(parts, STEPS, tmp_path)
    else:
        found = [live_on(SEED, STEPS)]
    steps, refused = (sum(one[at] for one in found) for at in (0, 1))
    changes = sum(sum(done.values()) for _steps, _refused, done in found)
    assert steps >= 0.99 * STEPS
    record_property("steps", f"{steps} ({changes} changed rows, {refused} refused), seed {SEED}")
    record_property("steps a second", round(steps / (time.monotonic() - began)))
    record_property("violations", 0)


# ---- planted faults ----


def pairing_of_the_withdrawn():
    """Seat a player who has left in the place of one who is there."""
    propose = rounds.proposal_for

    def pair(section, number, kept):
        proposal = propose(section, number, kept)
        gone = section.entries.filter(state=EntryState.WITHDRAWN, number__isnull=False).first()
        if gone is None or not proposal.pairs:
            return proposal
        first = dataclasses.replace(proposal.pairs[0], white=gone.number)
        return dataclasses.replace(proposal, pairs=(first, *proposal.pairs[1:]), reasons=None)

    return mock.patch.object(rounds, "proposal_for", pair)


def player_seated_twice():
    """Give a player with White a second board, with Black: the database refuses the same colour twice."""
    set_boards = drafts.set_boards

    def twice(row):
        boards = list(row.pairings.filter(black__isnull=False, is_locked=False).order_by("pk"))
        if len(boards) > 1:
            boards[1].black_id = boards[0].white_id
            boards[1].save()
        set_boards(row)

    return mock.patch.object(drafts, "set_boards", twice)


def round_without_new_version():
    """Change the state of a round under its version."""
    return mock.patch.object(
        rounds, "increment_version", lambda row, *fields: row.save(update_fields=["version", *fields])
    )


def undo_that_is_no_way_back():
    """Readmit a withdrawn player under another rating."""

    def readmit(*, entry, actor):
        readmit_entry(entry_id=int(entry.target_id), actor=actor)
        Entry.objects.filter(pk=entry.target_id).update(rating=1)

    return mock.patch.dict(undo_handlers.UNDO_HANDLERS, {"tournaments.entry.withdrawn": readmit})


def points_of_the_opponent():
    """Give each player the points of the other: their sum is right."""
    points = Scorer._points

    def exchanged(self, outcome, *, is_white, mark):
        return points(self, outcome, is_white=not is_white, mark=mark)

    return mock.patch.object(Scorer, "_points", exchanged)


def correction_without_an_entry():
    """Correct a result and leave it out of the log."""
    log_result = results.log_result

    def log(action, *given, **facts):
        if action != "tournaments.result.corrected":
            log_result(action, *given, **facts)

    return mock.patch.object(results, "log_result", log)


def seal_of_another_entry():
    """Seal each tenth entry of the log as if it told of another act."""
    entry_hash = audit_seals.entry_hash

    def seal(entry):
        if entry.number % 10:
            return entry_hash(entry)
        given, entry.action = entry.action, "club.something.else"
        try:
            return entry_hash(entry)
        finally:
            entry.action = given

    return mock.patch.object(audit_seals, "entry_hash", seal)


def round_that_costs_something():
    """Write in the books of the club when a round is paired."""
    set_boards = drafts.set_boards

    def charge(row):
        set_boards(row)
        MoneySettings.objects.get_or_create(organisation=row.section.event.organisation)

    return mock.patch.object(drafts, "set_boards", charge)


# What the machine says of each.
PLANTED = {
    points_of_the_opponent: "points and points of the games differ",
    correction_without_an_entry: "the log leads to other standings|changed without an entry",
    seal_of_another_entry: "the chain is broken",
    round_that_costs_something: "rows about money",
    pairing_of_the_withdrawn: "others are seated than play",
    player_seated_twice: "a player is seated twice",
    round_without_new_version: "under its version",
    undo_that_is_no_way_back: "undo and redo of tournaments.entry.withdrawn",
}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("fault", sample(PLANTED, one_in=2))
def test_a_planted_fault_is_found(db, fault, record_property):
    """The negative control."""
    EventLife.begin_count()
    with fault():
        for number in range(SEED, SEED + 1000):
            try:
                live(number, LIVES_OF_A_RUN, machine=BusyLife, phases=[Phase.generate])
            except AssertionError as found:
                assert re.search(PLANTED[fault], str(found)), found  # noqa: PT017 - it may take several runs
                break
            assert EventLife.steps < MAX_CONTROL_STEPS, f"not found in {EventLife.steps} steps"
    record_property(f"control: steps until found, {fault.__name__}", EventLife.steps)
