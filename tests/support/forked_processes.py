"""Commands, page servers and workers that start in a tenth of a second: forks of a process with the project.

A command or a kill -9 then costs no start of two to four seconds of processor time, and a test can afford
hundreds. As a program, this loads the project and the modules that its arguments name, reads one order a line
and answers with the number of the child. An order is a JSON object: `run` with the arguments of a command of
`manage.py` (its output goes to the files that `into` begins), or `code` with Python. `prepare` names a module
whose `prepare` runs before.
"""

import contextlib
import ctypes
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

PR_SET_PDEATHSIG = 1
PRELOADED = (
    "club.management.commands.web",
    "club.management.commands.work",
    "club.config.wsgi",
    "club.live.hub.app",
    "club.live.hub.lanes",
    "uvicorn.protocols.http.auto",
    "uvicorn.loops.auto",
    "a2wsgi",
    "club_evening",
)

MAX_SECONDS = 3600  # of a command; all pairs of a scene take half an hour
KNOWS_NO_CHECKS = frozenset({"shell"})


def without_checks(arguments):
    """Arguments of `manage.py` that skip its checks, which import every page for a second or two."""
    return [*arguments, *([] if arguments[0] in KNOWS_NO_CHECKS else ["--skip-checks"])]


def is_running(pid):
    """Return True until the last thread of a child has ended."""
    return Path(f"/proc/{pid}").exists()


def processor_seconds(pid):
    """Return the processor time that a process has had; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Nursery:
    """The process that has loaded the project, seen from the test."""

    def __init__(self, site, *, preloaded=PRELOADED):
        self.site = site
        self.env = dict(site.env)
        self.running = set()
        log = (site.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, __file__, *preloaded],
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        log.close()
        assert self.process.stdout.readline() == "ready\n", site.log()

    def fork(self, **order):
        """Begin a child and return its number."""
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        pid = int(self.process.stdout.readline())
        self.running.add(pid)
        return pid

    def kill(self, pid):
        """Kill -9, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        while is_running(pid):
            time.sleep(0.002)
        self.running.discard(pid)

    def run(self, *arguments):
        """Run a command of `manage.py` in a child to its end, as a process of its own would."""
        path = self.site.folder / "command"
        self._wait_for(self.fork(run=arguments, into=str(path)))
        code, out, err = (path.with_suffix(suffix).read_text() for suffix in (".code", ".out", ".err"))
        path.with_suffix(".code").unlink()
        return subprocess.CompletedProcess(arguments, int(code), out, err)

    def shell(self, code, **env):
        """Run Python in a child to its end and return what it leaves in `answer`."""
        path = self.site.folder / "answer"
        path.unlink(missing_ok=True)
        self._wait_for(self.fork(code=code, answer=str(path), env=env))
        assert path.exists(), self.site.log()[-5000:]
        return json.loads(path.read_text())

    def _wait_for(self, pid):
        ends = time.monotonic() + MAX_SECONDS
        while is_running(pid):
            if time.monotonic() > ends:
                self.kill(pid)
                raise TimeoutError(f"it ran for {MAX_SECONDS} s:\n{self.site.log()[-5000:]}")
            time.sleep(0.005)
        self.running.discard(pid)

    def end(self):
        for pid in list(self.running):
            self.kill(pid)
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def child(order):
    """Do what was ordered, in the child."""
    if sys.platform == "linux":  # a test that is broken off leaves nobody behind
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.environ.update(order.get("env", {}))
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    if path := order.get("into"):
        for number, suffix in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{path}.{suffix}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if prepare := order.get("prepare"):
        importlib.import_module(prepare).prepare()
    if "run" in order:
        from django.core.management import execute_from_command_line

        execute_from_command_line(["manage.py", *without_checks(order["run"])])
        return
    facts = {"json": json}
    exec(order["code"], facts)  # noqa: S102 - code of the tests
    path = Path(order["answer"])
    path.with_suffix(".part").write_text(json.dumps(facts["answer"]))
    path.with_suffix(".part").rename(path)


def main():
    import django

    django.setup()
    from django.conf import settings

    for name in (*sys.argv[1:], settings.ROOT_URLCONF):
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a child that has ended needs nobody to ask for it
    gc.freeze()
    print("ready", flush=True)  # noqa: T201 - for the test
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                child(order)
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
            except BaseException:  # noqa: BLE001 - told in the log, and the process ends
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                if path := order.get("into"):
                    Path(f"{path}.code").write_text(str(code))
                os._exit(code)
        print(pid, flush=True)  # noqa: T201 - for the test


if __name__ == "__main__":
    main()
