"""Coverage-guided fuzzing of the readers of files: ``make fuzz FUZZ="SECONDS READER"``.

A reader reads a file or raises one of its refusals (`file_readers.py`). Any other exception, more time or
more memory is a finding. Findings are written to a folder, one file for each place in the code. ``--keep``
replaces the corpus of the reader in tests/data/fuzz by the fewest small files that run all lines that were
reached; the suite reads these each time (tests/site/test_fuzz_corpus.py).
"""

import argparse
import hashlib
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

SUPPORT = Path(__file__).resolve().parent
REPOSITORY = SUPPORT.parent.parent
SETTINGS = "club.config.testing"
CORPUS = SUPPORT.parent / "data" / "fuzz"
PRODUCT = tuple(f"{REPOSITORY}/{app}/" for app in ("club", "games", "tournaments"))
MAX_LENGTH = 4096
MAX_SECONDS, MAX_MEGABYTES = 5.0, 150.0
HANG = 60  # seconds after which the process of a run is ended
MAX_KEPT = 30_000  # bytes a reader
INSTRUMENTED = [
    *("games.pdn", "games.laws", "games.rules", "club.banking.formats", "club.lists", "club.paper.sheets"),
    *(
        "club.members.portraits",
        "club.organisations.logos",
        "tournaments.cases.photos",
        "tournaments.exchange",
    ),
    *("file_readers", "faulty_reader", "defusedxml", "zipfile", "csv", "PIL"),
]
EXECUTED = re.compile(r"^Done (\d+) (?:runs )?in \d+ second", re.MULTILINE)


@dataclass
class Run:
    """Result of fuzzing one reader."""

    executions: int = 0
    findings: list[str] = field(default_factory=list)
    output: str = ""


def fault_of(reader, data):
    """Return the fault of a reader on a file, or an empty text if it reads or refuses the file."""
    read, refusals = reader
    began, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        read(data)
    except refusals:
        pass
    except Exception as error:  # noqa: BLE001 - anything else is what is looked for
        return f"{type(error).__name__} at {_place(error)}: {error}"[:300]
    seconds = time.process_time() - began
    if seconds > MAX_SECONDS:
        return f"more than {MAX_SECONDS} s"
    megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1000
    return f"more than {MAX_MEGABYTES} MB" if megabytes > MAX_MEGABYTES else ""


def _place(error):
    """Last line of the product in a traceback, or the last line of all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if one.filename.startswith((*PRODUCT, str(SUPPORT)))]
    last = (own or frames)[-1]
    return f"{last.filename.removeprefix(f'{REPOSITORY}/')}:{last.lineno}"


def reader_of(name):
    """Return a reader with its refusals; "faulty" is the negative control, which needs no Django."""
    if name == "faulty":
        from faulty_reader import faulty

        return faulty, ValueError
    import django

    django.setup()
    from file_readers import READERS

    return READERS[name]


def corpus_of(name):
    """Return the files kept for a reader."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


def fuzz(name, *, seconds, folder, executions=0, seeds=None):
    """Fuzz a reader in a process of its own, which libFuzzer ends; findings go to the folder."""
    found, start = folder / "corpus", folder / "seeds"
    found.mkdir(parents=True)
    start.mkdir()
    for data in seeds if seeds is not None else corpus_of(name):
        (start / _name_of(data)).write_bytes(data)
    limits = [f"-max_total_time={seconds}", *([f"-atheris_runs={executions}"] if executions else [])]
    command = [sys.executable, __file__, "--child", name, str(folder), *limits]
    paths = os.pathsep.join([str(REPOSITORY), str(SUPPORT)])
    own = {
        "PYTHONPATH": paths,
        "DJANGO_SETTINGS_MODULE": "club.config.testing",
        "DRAUGHTS_KERNEL": "interpreted",
    }
    ended = subprocess.run(
        command, env=os.environ | own, cwd=REPOSITORY, capture_output=True, text=True, errors="replace",
        timeout=seconds + 2 * HANG, check=False,
    )  # fmt: skip
    run = Run(output=ended.stderr[-4000:])
    run.findings = [path.read_text() for path in sorted(folder.glob("*.txt"))]
    run.findings += [f"{path.name}: ended by libFuzzer" for path in sorted(folder.glob("process-*"))]
    counted = EXECUTED.search(ended.stderr)
    if counted is None or (ended.returncode and not run.findings):
        run.findings.append(f"the process ended early with {ended.returncode}: {run.output[-800:]}")
    run.executions = int(counted[1]) if counted else 0
    return run


def _name_of(data):
    return hashlib.sha256(data).hexdigest()[:12]


def _child(name, folder, limits):
    """Fuzz until a limit is reached; never returns."""
    import atheris

    with atheris.instrument_imports(include=INSTRUMENTED):
        reader = reader_of(name)
    seen = set()

    def examine(data):
        fault = fault_of(reader, data)
        place = fault.partition(": ")[0]
        if fault and place not in seen:
            seen.add(place)
            (folder / f"{_name_of(data)}.data").write_bytes(data)
            (folder / f"{_name_of(data)}.txt").write_text(fault)

    options = [f"-max_len={MAX_LENGTH}", f"-timeout={HANG}", "-rss_limit_mb=2048"]
    options += [f"-artifact_prefix={folder}/process-", *limits]
    atheris.Setup([sys.argv[0], *options, str(folder / "corpus"), str(folder / "seeds")], examine)
    atheris.Fuzz()


def lines_run(reader, data):
    """Return the lines of the product that a reader runs on a file."""
    lines = set()

    def local(frame, event, _argument):
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def enter(frame, _event, _argument):
        path = frame.f_code.co_filename
        is_own = (
            path.startswith(str(REPOSITORY)) and "/.venv" not in path and not path.startswith(str(SUPPORT))
        )
        return local if is_own else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        fault_of(reader, data)
    finally:
        sys.settrace(before)
    return lines


def fewest(reader, files):
    """Return the files, small ones first, of which each runs a line that those before it do not."""
    chosen, reached, size = [], set(), 0
    for data in sorted(set(files), key=lambda one: (len(one), one)):
        lines = lines_run(reader, data)
        if not lines <= reached and size + len(data) <= MAX_KEPT:
            chosen.append(data)
            reached |= lines
            size += len(data)
    return chosen


def keep(name, files, findings=()):
    """Replace the corpus of a reader by the fewest of these files, and those of findings."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    chosen = sorted({*fewest(reader_of(name), files), *findings})
    for path in folder.glob("*"):
        path.unlink()
    for data in chosen:
        (folder / _name_of(data)).write_bytes(data)
    return chosen


def main(arguments):
    """Fuzz the readers named, or all of them; return 1 if anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=int)
    parser.add_argument("readers", nargs="*")
    parser.add_argument("--keep", action="store_true", help="replace the corpus in tests/data/fuzz")
    parser.add_argument("--folder", type=Path, default=None, help="folder of the findings")
    asked = parser.parse_args(arguments)
    sys.path.insert(0, str(REPOSITORY))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    import django

    django.setup()
    from fuzz_seeds import SEEDS

    base = asked.folder or Path(tempfile.mkdtemp(prefix="fuzz-"))
    if unknown := set(asked.readers) - {*SEEDS, "faulty"}:
        parser.error(f"no such reader: {', '.join(sorted(unknown))}; there are {', '.join(SEEDS)}")
    missed = 0
    for name in asked.readers or SEEDS:
        seeds = [*SEEDS.get(name, []), *corpus_of(name)]
        run = fuzz(name, seconds=asked.seconds, folder=base / name, seeds=seeds)
        print(f"{name}: {run.executions} executions, {len(run.findings)} findings")  # noqa: T201 - a report
        for finding in run.findings:
            print(f"  {finding}")  # noqa: T201 - the same
        if asked.keep:
            files = [*seeds, *(path.read_bytes() for path in (base / name / "corpus").glob("*"))]
            chosen = keep(name, files, [path.read_bytes() for path in (base / name).glob("*.data")])
            print(f"  kept {len(chosen)} of {len(files)} files, {sum(map(len, chosen))} bytes")  # noqa: T201
        missed += len(run.findings)
    if missed:
        print(f"Files of the findings: {base}")  # noqa: T201 - the same
    return int(missed > 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _child(sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
    sys.exit(main(sys.argv[1:]))
