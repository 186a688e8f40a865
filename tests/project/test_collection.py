"""Collection is lazy: no test module reads data or loads the URLconf while it is imported."""

import importlib

from lazy_collection import DATA, WATCH, CollectionWatch

GREEDY = """
from pathlib import Path

import made_up_addresses

SAMPLE = Path({path!r}).read_bytes()
"""


def test_no_test_module_reads_data_or_loads_the_urlconf_while_it_is_imported():
    """Every module counts that this run has collected, this one among them."""
    assert "tests/project/test_collection.py" in WATCH.watched
    assert WATCH.found == []


def test_a_module_that_does_both_is_found(tmp_path, monkeypatch):
    path = DATA / "bank" / "camt053_08.xml"
    (tmp_path / "made_up_addresses.py").write_text("urlpatterns = []")
    (tmp_path / "greedy_module.py").write_text(GREEDY.format(path=str(path)))
    monkeypatch.syspath_prepend(tmp_path)
    watch = CollectionWatch("made_up_addresses")
    with watch.over("greedy_module"):
        importlib.import_module("greedy_module")
    with watch.over("greedy_module again"):
        importlib.import_module("greedy_module")
    assert watch.found == ["greedy_module reads camt053_08.xml", "greedy_module loads the URLconf"]
