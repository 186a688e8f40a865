"""Folders judged by several processes: shared evenly, told in the order of one, however a process begins."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from law_cases import sheet

from games.management import score_files, score_parts
from games.management.score_bundles import Bundle, bundles_of

REPOSITORY = Path(__file__).resolve().parents[3]
GAMES = (
    sheet("1. 11-15 22-18 2. 15x22 25x18", result="1-0") + "\n",
    sheet("1. 11-15 22-18 2. 8-11", result="0-1") + "\n",
    sheet("1. c3-d4 d6-c5 2. b2-c3 f6-g5", result="2-0") + "\n",
)
# What Python 3.14 does by itself, what macOS and Windows do, and what Linux did.
METHODS = ("forkserver", "spawn", "fork")
HOUSE = "base=english; king_flies=yes"
BEGINNINGS = [*((method, "") for method in METHODS), ("spawn", HOUSE)]
# One process that begins others in every way; they import this file without its last part.
BEGIN = """
import contextlib, json, multiprocessing, pathlib, sys

if __name__ == "__main__":
    import django
    from django.core.management import call_command
    from games.management import score_files

    django.setup()
    folder, out = sys.argv[1:]
    score_files.MIN_SHARED_SIZE, score_files.MIN_BUNDLE = 8_000, 1_000
    for number, (method, house) in enumerate(json.load(sys.stdin)):
        multiprocessing.set_start_method(method, force=True)
        with pathlib.Path(out, str(number)).open("w") as told, contextlib.redirect_stdout(told):
            try:
                call_command("replay", folder, format="jsonl", workers=2, house_rules=house or None)
            except SystemExit as left:
                assert left.code == 2
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Many small files, some that cannot be read, and a large one in their midst."""
    chance = random.Random(3)  # noqa: S311 - the same files each time
    scores = tmp_path_factory.mktemp("scores")
    for number in range(60):
        texts = [chance.choice(GAMES) for _ in range(chance.randint(1, 5))]
        (scores / f"small{number:03}.pdn").write_text("".join(texts), encoding="utf-8")
    (scores / "small050b.pdn").write_bytes(b"")
    (scores / "small040b.pdn").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 64)
    (scores / "small039large.pdn").write_text("".join(GAMES) * 50, encoding="utf-8")
    return scores


def by(workers, folder, capsys, form, **options):
    with pytest.raises(SystemExit) as left:  # two files cannot be read
        call_command("replay", str(folder), workers=workers, format=form, **options)
    assert left.value.code == 2
    told = capsys.readouterr()
    *lines, _ = told.out.splitlines()
    return lines, told.err


@pytest.fixture(scope="module")
def output_of_one_process():
    """What one process tells, by form and house rules; kept from test to test."""
    return {}


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_any_number_of_processes_tells_the_same_in_the_same_order(
    folder, capsys, monkeypatch, output_of_one_process, form
):
    monkeypatch.setattr(score_files, "MIN_SHARED_SIZE", 8_000)
    monkeypatch.setattr(score_files, "MIN_BUNDLE", 1_000)
    monkeypatch.setattr(score_parts, "PART", 4_000)
    one, two, three = (by(workers, folder, capsys, form) for workers in (1, 2, 3))
    output_of_one_process[form, ""] = one[0]
    assert one == two == three
    assert len(one[0]) > 300
    assert "the file is empty" in one[1]
    assert ", not text." in one[1]


@pytest.fixture(scope="module")
def output_of_two_processes(folder, tmp_path_factory):
    """What two processes tell, for each way in which they may begin."""
    home = tmp_path_factory.mktemp("begun")
    script = home / "begin.py"
    script.write_text(BEGIN, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(folder), str(home)],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY), "DJANGO_SETTINGS_MODULE": "club.config.settings"},
        input=json.dumps(BEGINNINGS),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return {
        begun: (home / str(number)).read_text(encoding="utf-8").splitlines()[:-1]
        for number, begun in enumerate(BEGINNINGS)
    }


@pytest.mark.processes  # three ways to begin, each with processes that import all anew
@pytest.mark.parametrize(("method", "house"), BEGINNINGS)
def test_however_a_process_begins(
    folder, output_of_one_process, output_of_two_processes, capsys, method, house
):
    if ("jsonl", house) not in output_of_one_process:
        output_of_one_process["jsonl", house] = by(1, folder, capsys, "jsonl", house_rules=house or None)[0]
    assert output_of_two_processes[method, house] == output_of_one_process["jsonl", house]


def test_what_a_worker_runs_needs_no_django():
    asked = (
        "import sys, games.management.score_bundles\n"
        "print([name for name in sys.modules if name.partition('.')[0] == 'django'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_small_files_lie_together_in_order_and_others_stand_alone():
    paths = {name: Path(name) for name in "abcdefg"}
    files = [(paths[name], size) for name, size in zip("abcdefg", (3, 4, 5, 100, 0, 2, 2), strict=True)]
    bundles = list(bundles_of(files, alone_from=50, size=8))
    assert bundles == [
        Bundle((paths["a"], paths["b"]), is_shared=True),
        Bundle((paths["c"],), is_shared=True),
        Bundle((paths["d"],), is_shared=False),
        Bundle((paths["e"],), is_shared=False),
        Bundle((paths["f"], paths["g"]), is_shared=True),
    ]


def test_no_process_is_left_with_much_when_the_others_are_done():
    files = [(Path(f"{number}.pdn"), 2_000) for number in range(2_000)]
    total, workers = 4_000_000, 4
    size = total // (workers * score_files.BUNDLES)
    bundles = list(bundles_of(files, alone_from=1_000_000, size=size))
    assert [path for bundle in bundles for path in bundle.paths] == [path for path, _ in files]
    assert max(2_000 * len(bundle.paths) for bundle in bundles) <= size
    assert len(bundles) >= workers * score_files.BUNDLES
