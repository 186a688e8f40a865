"""Mutation testing: change the product in one place at a time, and see that a test fails.

`make mutants AREA=money` runs the mutants of an area of tests/data/mutants.json: its modules, and the tests
that have to kill them. The process that has loaded the tests runs them once, notes which lines each executes,
and forks a child for each mutant. The child puts the changed code into the functions that are there and runs
the tests of that line, quickest first, until one fails. What is executed while a module is imported is
changed before a process of its own imports it. A test that fails alone on unchanged code kills nothing.

The mutants run in an order drawn by the seed: those of a run that was stopped, by `--minutes` or a signal,
are a sample of all. The run fails for a survivor that the file does not explain, and for an explained one
that a test kills.
"""

import argparse
import collections
import contextlib
import gc
import importlib.abc
import importlib.machinery
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from mutated_code import clear_caches, constant_change, function_change, functions_of
from mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "tests/data/mutants.json"
EVERY_TIME = "not processes and not thorough and not oracle"
SLOWER, EXTRA_SECONDS = 5, 20  # time limit of each test of a mutant, beside the time that it took unchanged
MEMORY = 6 << 30
MOST_UNSTEADY = 20  # tests that fail in a fork on unchanged code; more are a fault of the run
PROGRESS = 20  # mutants for a line
NOT_APPLIED = 99
KILLED, SURVIVED, TIMED_OUT, NO_TEST = "killed", "survived", "timed out", "no test"


@dataclass
class Outcome:
    """What became of a mutant."""

    module: str
    line: int
    text: str
    operator: str
    result: str
    by: str = ""

    @property
    def key(self):
        return self.module, self.text, self.operator

    def __str__(self):
        return f"{self.module}:{self.line}: {self.operator}: {self.text} ({self.result})"

    @property
    def is_killed(self):
        return self.result in {KILLED, TIMED_OUT}


@dataclass
class Lines:
    """Trace function: the lines of some files that were executed since `take`."""

    files: frozenset
    found: set = field(default_factory=set)

    def start(self):
        sys.settrace(self._call)
        threading.settrace(self._call)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def take(self):
        taken, self.found = self.found, set()
        return taken

    def _call(self, frame, _event, _argument):
        return self._line if frame.f_code.co_filename in self.files else None

    def _line(self, frame, event, _argument):
        if event == "line":
            self.found.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


class Warm:
    """Pytest plugin: run all tests once, then fork a child for each mutant of a function."""

    def __init__(self, modules, mutants, picked, report):
        self.modules, self.mutants, self.picked, self.report = modules, mutants, picked, report
        self.lines = Lines(frozenset(modules))
        self.shared = collections.defaultdict(set)  # lines of fixtures and worlds that several tests share
        self.of_test, self.seconds = {}, {}
        self.failed = []
        self.steady, self.unsteady = set(), set()  # tests that passed alone on unchanged code, or failed

    def pytest_collection_modifyitems(self, items):
        """Let a Hypothesis test of a class run again, with another instance."""
        from hypothesis import HealthCheck, settings

        name = "_hypothesis_internal_use_settings"
        for function in {getattr(item.obj, "__func__", item.obj) for item in items}:
            if given := getattr(function, name, None):
                ignored = (*given.suppress_health_check, HealthCheck.differing_executors)
                setattr(function, name, settings(given, suppress_health_check=ignored))

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.append(report.nodeid)
            print(report.nodeid, report.longreprtext)  # noqa: T201 - into the log

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef):
        """Charge the lines of a fixture that tests share to all of them."""
        if fixturedef.scope == "function":
            return (yield)
        before = self.lines.take()
        try:
            return (yield)
        finally:
            self.shared[fixturedef.argname] |= self.lines.found
            self.lines.found |= before

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        imported = self.lines.take()
        self._run_once(session.items)
        self.lines.stop()
        if self.failed:
            self.report({"fault": f"Tests fail without a mutant: {', '.join(self.failed[:5])}."})
            return True
        tests_of = collections.defaultdict(list)
        for item in sorted(session.items, key=lambda item: self.seconds[item.nodeid]):
            for place in self.of_test[item.nodeid]:
                tests_of[place].append(item)
        gc.unfreeze()
        functions = functions_of(self.modules)
        gc.collect()
        gc.freeze()
        items = sorted(session.items, key=lambda item: self.seconds[item.nodeid])
        if not self._is_steady(items):
            return True
        for path, number in self.picked:
            mutant = self.mutants[path, number]
            at_import = not mutant.is_late or (path, mutant.line) in imported
            found = {item for line in range(mutant.line, mutant.last + 1) for item in tests_of[path, line]}
            tests = [item for item in items if item in found]
            self._try(session, path, mutant, tests, functions, at_import=at_import)
        return True

    def _is_steady(self, items):
        """Run unchanged code in a fork, and leave out the few tests that fail there."""

        def act(tell):
            code = self._run_mutant(lambda: None, items, tell, stop=False)
            tell("\n".join(self.failed[: MOST_UNSTEADY + 1]))
            return code

        result, told = in_child(act, SLOWER * sum(self.seconds.values()) + EXTRA_SECONDS)
        self.unsteady = set(told.split())
        if result not in {SURVIVED, KILLED} or len(self.unsteady) > MOST_UNSTEADY:
            self.report({"fault": f"Unchanged code was {result} in a fork: {told or 'no test failed'}."})
            return False
        for name in self.unsteady:
            self.report({"note": f"{name} fails in a fork on unchanged code: it kills nothing."})
        return True

    def _run_once(self, items):
        import worlds

        opened = worlds.WORLDS._open

        def open_world(make):
            before = self.lines.take()
            opened(make)
            self.shared[make] |= self.lines.found
            self.lines.found |= before

        worlds.WORLDS._open = open_world
        last = SimpleNamespace(listchain=lambda: [items[-1].session], nodeid="", path=items[-1].path)
        for item, following in zip(items, [*items[1:], last], strict=True):
            clear_caches(self.modules, ROOT)
            self.lines.take()
            began = time.monotonic()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = time.monotonic() - began
            self.of_test[item.nodeid] = self.lines.take()
        worlds.WORLDS._open = opened
        if worlds.WORLDS.levels:
            from pytest_django.plugin import blocking_manager_key

            with items[-1].config.stash[blocking_manager_key].unblock():
                worlds.WORLDS.close()
        worlds.WORLDS.item = None
        for item in items:
            for shared in (*item.fixturenames, *worlds.worlds_of(item)):
                self.of_test[item.nodeid] |= self.shared.get(shared, set())

    def _try(self, session, path, mutant, tests, functions, *, at_import):
        told = {"path": path, "number": mutant.number}
        apply = None if at_import else function_change(path, mutant, functions)
        if at_import and not mutant.is_late:
            tests = self._tests_of_module(session.items, path)
            apply = constant_change(path, mutant)
        limit = SLOWER * sum(self.seconds[item.nodeid] for item in tests) + EXTRA_SECONDS
        if not tests and not at_import:
            return self.report(told | {"result": NO_TEST})
        if apply is not None:
            result, by = self._result_of(apply, tests, limit)
            if result == KILLED or not at_import:
                return self.report(told | {"result": result, "by": by})
        tests = tests or self._tests_of_module(session.items, path)
        told |= {"cold": [item.nodeid for item in tests], "limit": limit + 5 * EXTRA_SECONDS}
        return self.report(told | {"basetemp": str(session.config._tmp_path_factory.getbasetemp())})

    def _result_of(self, apply, tests, limit):
        """Run a mutant, again without a test that killed it and fails alone on unchanged code as well."""
        while tests := [item for item in tests if item.nodeid not in self.unsteady]:
            result, by = in_child(lambda tell, tests=tests: self._run_mutant(apply, tests, tell), limit)
            alone = [item for item in tests if item.nodeid == by]
            if result != KILLED or by in self.steady or not alone:
                return result, by
            again, _by = in_child(lambda tell, one=alone: self._run_mutant(lambda: None, one, tell), limit)
            (self.steady if again == SURVIVED else self.unsteady).add(by)
        return NO_TEST, ""

    def _tests_of_module(self, items, path):
        """List the tests that execute any line of a module, quickest first; all if none does."""
        found = [item for item in items if any(place[0] == path for place in self.of_test[item.nodeid])]
        return sorted(found or items, key=lambda item: self.seconds[item.nodeid])

    def _run_mutant(self, apply, tests, tell, *, stop=True):
        try:
            apply()
        except BaseException as error:  # noqa: BLE001 - a fault of this file, which kills no mutant
            tell(repr(error))
            return NOT_APPLIED
        clear_caches(self.modules, ROOT)
        for item, following in zip(tests, [*tests[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_REAL, SLOWER * self.seconds[item.nodeid] + EXTRA_SECONDS)
            item._initrequest()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed and stop:
                tell(self.failed[0])
                return 1
        return int(bool(self.failed))


class Cold(importlib.abc.MetaPathFinder):
    """Plugin and import hook of a process that imports a mutated module."""

    def __init__(self, path, tree, basetemp):
        self.path, self.tree, self.basetemp = path, tree, Path(basetemp)

    def find_spec(self, name, path, _target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.origin != self.path:
            return None
        spec.loader.get_code = lambda _name: compile(self.tree, self.path, "exec", dont_inherit=True)
        return spec

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self, session):
        """Take over the migrated database of the run."""
        folder = session.config._tmp_path_factory.getbasetemp()
        for template in self.basetemp.glob("*.sqlite3"):
            shutil.copyfile(template, folder / template.name)


def in_child(act, limit):
    """Fork, act in the child, and return how it ended and what it told."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        code = NOT_APPLIED  # also where this file raises: that kills no mutant
        with contextlib.suppress(BaseException):
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            for number in (signal.SIGALRM, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, limit)
            code = act(lambda text: os.write(writing, text.encode()))
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        try:
            status = os.waitpid(pid, 0)[1]
        except (Stopped, KeyboardInterrupt):
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise
        os.set_blocking(pipe.fileno(), False)
        told = (pipe.read() or b"").decode()
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return TIMED_OUT, told
    if os.waitstatus_to_exitcode(status) == NOT_APPLIED:
        return "not applied", told
    return (SURVIVED if status == 0 else KILLED), told


def arguments_of(tests):
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly", "--capture=sys"]
    return [*options, "-m", EVERY_TIME, *tests]


def run(modules, tests, *, amount=None, seed=0, functions=False, echo=None):
    """Return the outcomes and how many were planned: all, or some drawn by a seed. Refuse failing tests."""
    sources = {str(path): path.read_text(encoding="utf-8") for path in map(ROOT.joinpath, modules)}
    mutants = {(path, one.number): one for path, source in sources.items() for one in mutants_of(source)}
    picked = sorted(place for place, one in mutants.items() if one.is_late or not functions)
    random.Random(seed).shuffle(picked)  # noqa: S311 - an order that can be repeated
    del picked[len(picked) if amount is None else amount :]
    progress = Progress(mutants, len(picked), echo=echo)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        told = Path(folder, "told")
        log = Path(folder, "log")

        def report(what):
            with told.open("a", encoding="utf-8") as file:
                file.write(json.dumps(what) + "\n")
            progress.show(what)

        def warm(_tell):
            os.setpgrp()
            _quiet(log)
            plugin = Warm(sources, mutants, picked, report)
            plugin.lines.start()
            return int(pytest.main(arguments_of(tests), plugins=[plugin]))

        is_stopped = _until_stopped(in_child, warm, 6 * 3600)
        lines = [json.loads(line) for line in told.read_text().splitlines()] if told.exists() else []
        faults = [line["fault"] for line in lines if "fault" in line]
        lines = [line for line in lines if "path" in line]
        if faults or (len(lines) != len(picked) and not is_stopped):
            raise SystemExit("\n".join([*faults, f"The tests could not be run:\n{log.read_text()[-3000:]}"]))
        for line in [line for line in lines if "cold" in line]:
            is_stopped = is_stopped or _until_stopped(_run_cold, mutants, line, log)
            if "result" in line:
                progress.show(line)
    return [_outcome(mutants, line) for line in lines if "result" in line], len(picked)


class Progress:
    """Survivors, and a line for so many mutants, on the standard error of the first process."""

    def __init__(self, mutants, planned, *, echo):
        self.mutants, self.planned, self.echo = mutants, planned, echo
        self.stream, self.began = os.dup(2), time.monotonic()
        self.counts = collections.Counter()

    def show(self, what):
        self.counts[what.get("result", "")] += 1
        done = sum(self.counts[result] for result in self.counts if result)
        texts = [what["note"]] if "note" in what else []
        if what.get("result") in {SURVIVED, NO_TEST}:
            texts.append(str(_outcome(self.mutants, what)))
        if what.get("result") and done % PROGRESS == 0:
            killed, seconds = self.counts[KILLED] + self.counts[TIMED_OUT], time.monotonic() - self.began
            texts.append(f"{done} of {self.planned}: {killed} killed, {seconds:.0f} s")
        if self.echo:
            os.write(self.stream, "".join(f"{text}\n" for text in texts).encode())


class Stopped(Exception):
    """A signal, or the time limit of the run."""


def _stop(_number, _frame):
    raise Stopped


def _until_stopped(act, *arguments):
    """Act, and return whether the run was stopped meanwhile."""
    try:
        act(*arguments)
    except (Stopped, KeyboardInterrupt):
        return True
    return False


def _run_cold(mutants, line, log):
    """Run the tests of a mutant that must be there before its module is imported."""
    if not line["cold"]:
        line["result"] = NO_TEST
        return

    def act(_tell):
        os.setpgrp()
        _quiet(log)
        hook = Cold(line["path"], mutants[line["path"], line["number"]].tree, line["basetemp"])
        sys.meta_path.insert(0, hook)
        return int(pytest.main(["-x", *arguments_of(line["cold"])], plugins=[hook]))

    line["result"], line["by"] = in_child(act, line["limit"])


def _quiet(log):
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)


def _outcome(mutants, line):
    mutant: Mutant = mutants[line["path"], line["number"]]
    path = Path(line["path"])
    text = path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    return Outcome(name, mutant.line, text, mutant.operator, line["result"], line.get("by", ""))


def faults_of(outcomes, explained, *, is_sample=False):
    """Name each survivor without an explanation, and each explanation of what a test kills.

    A sample proves no explanation wrong: a line can have two mutants of one operator.
    """
    survivors = {one.key for one in outcomes if not one.is_killed}
    listed = {(one["module"], one["line"], one["operator"]) for one in explained}
    for one in outcomes:
        if not one.is_killed and one.key not in listed:
            yield str(one)
    for key in [] if is_sample else sorted({one.key for one in outcomes} & listed - survivors):
        yield f"{': '.join(key)} is explained as a survivor, and a test kills it: take it off the list."


def summary(outcomes, explained):
    """Count the outcomes; explained survivors are not counted as alive."""
    listed = {(one["module"], one["line"], one["operator"]) for one in explained}
    counts = collections.Counter(one.result for one in outcomes)
    spared = sum(not one.is_killed and one.key in listed for one in outcomes)
    killed = counts[KILLED] + counts[TIMED_OUT]
    return (
        f"{len(outcomes)} mutants: {killed} killed ({counts[TIMED_OUT]} by the time limit), "
        f"{counts[SURVIVED]} survived, {counts[NO_TEST]} in lines that no test runs; {spared} explained. "
        f"{killed / max(len(outcomes), 1):.1%} killed, "
        f"{killed / max(len(outcomes) - spared, 1):.1%} without the explained ones."
    )


def main():
    """Run an area, or some of its modules."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("area", choices=sorted(table["areas"]))
    parser.add_argument("--module", action="append", help="a module of the area, instead of all of them")
    parser.add_argument("--amount", type=int, help="so many mutants, drawn by the seed; 0 for all")
    parser.add_argument("--functions", action="store_true", help="no mutants of what an import executes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=360, help="stop after these")
    given = parser.parse_args()
    area = table["areas"][given.area]
    amount = area.get("amount") if given.amount is None else given.amount
    began = time.monotonic()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, 60 * given.minutes)
    outcomes, planned = run(
        given.module or area["modules"],
        area["tests"],
        amount=amount or None,
        seed=given.seed,
        functions=given.functions,
        echo=True,
    )
    is_sample = amount or given.module or given.functions or len(outcomes) < planned
    found = list(faults_of(outcomes, table["explained"], is_sample=is_sample))
    if len(outcomes) < planned:
        found.append(f"Stopped after {len(outcomes)} of {planned} mutants.")
    print("\n".join([*found, summary(outcomes, table["explained"])]))  # noqa: T201 - the report
    print(f"{time.monotonic() - began:.0f} seconds")  # noqa: T201 - the same
    return int(bool(found))


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT)]
    os.chdir(ROOT)
    sys.exit(main())
