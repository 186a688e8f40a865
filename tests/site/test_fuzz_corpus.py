"""Files that fuzzing found, read again each time, and the fuzzer itself tried on a faulty reader."""

import importlib.util

import pytest
from faulty_reader import faulty
from file_readers import READERS
from fuzz_seeds import SEEDS
from fuzzing import CORPUS, corpus_of, fault_of, fewest, fuzz

MAX_FILES, MAX_BYTES = 500, 300_000
CONTROL_RUNS = 400_000
FAULTY = faulty, ValueError


@pytest.mark.filterwarnings("ignore::UserWarning")  # of Pillow, about metadata
@pytest.mark.parametrize("name", READERS)
def test_every_kept_file_is_read_or_refused(name, record_property):
    files = [*SEEDS[name], *corpus_of(name)]
    assert len(files) > len(SEEDS[name])
    assert [fault for data in files if (fault := fault_of(READERS[name], data))] == []
    record_property(f"{name}: files", len(files))


@pytest.mark.parametrize("name", READERS)
def test_every_reader_reads_one_of_its_seeds(name):
    """A reader that refuses everything would have no faults."""
    read, _refusals = READERS[name]
    read(SEEDS[name][0])


def test_the_corpus_is_small_and_of_known_readers():
    files = [path for path in CORPUS.rglob("*") if path.is_file()]
    assert {path.parent.name for path in files} == set(READERS)
    assert len(files) <= MAX_FILES
    assert sum(path.stat().st_size for path in files) <= MAX_BYTES


def test_a_kept_file_that_a_reader_cannot_take_is_found():
    """The negative control of the files."""
    assert fault_of(FAULTY, b"Bo") == ""
    assert fault_of(FAULTY, b"Board").startswith("IndexError at tests/support/faulty_reader.py:")
    assert fault_of((lambda data: data.decode(), ValueError), b"\xff") == ""


def test_the_fewest_files_run_all_lines():
    files = [b"W:W18,K27:B9,12", b"W:W18,K27:B9,13", b"W", b"X"]
    chosen = fewest(READERS["FEN"], files)
    assert b"W" in chosen
    assert files[0] in chosen
    assert files[1] not in chosen


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="make fuzz installs atheris")
def test_the_fuzzer_finds_a_planted_fault(tmp_path, record_property):
    """The negative control of the search: chance alone would need four thousand million files."""
    run = fuzz("faulty", seconds=120, folder=tmp_path, executions=CONTROL_RUNS, seeds=[b"A"])
    record_property("control: executions", run.executions)
    assert run.executions <= CONTROL_RUNS + 1
    assert any("IndexError at tests/support/faulty_reader.py" in finding for finding in run.findings), run


def test_the_readers_are_those_of_the_hostile_files():
    assert set(SEEDS) == set(READERS)
