"""Every action on the trail has its sentence, and a way back or a reason why there is none."""

import ast
from importlib import import_module

import pytest
from boundaries import own_sources


@pytest.fixture(scope="module")
def sources():
    return own_sources()


@pytest.fixture(scope="module")
def tables():
    """The audit tables of all apps."""
    names = ("club", "games", "tournaments")
    return [one for name in names for one in import_module(f"{name}.registry").AUDIT_MESSAGES]


def recorded_actions(sources):
    """The actions written down in the code: the first argument of audit.record and record_import."""
    for source in sources.values():
        for node in ast.walk(source.tree):
            first = node.args[0] if isinstance(node, ast.Call) and node.args else None
            if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
                continue
            called = ast.unparse(node.func)
            if called in {"audit.record", "record_import", "record"} or called.startswith("tell_of_"):
                yield first.value


def test_every_action_has_its_sentence(sources):
    from club.audit.messages import SENTENCES

    assert sorted(set(recorded_actions(sources)) - set(SENTENCES)) == []


def test_every_action_has_a_way_back_or_a_reason_why_not():
    from club.audit.messages import SENTENCES
    from club.audit.undo_handlers import NOT_UNDOABLE, UNDO_HANDLERS

    assert sorted(set(SENTENCES) - set(UNDO_HANDLERS) - set(NOT_UNDOABLE)) == []
    assert sorted((set(UNDO_HANDLERS) | set(NOT_UNDOABLE)) - set(SENTENCES)) == []
    assert set(UNDO_HANDLERS).isdisjoint(NOT_UNDOABLE)


def test_every_action_names_the_capability_that_shows_its_rows(tables):
    """Strict both ways: an action without a row would be withheld from all but owners, a row may be stale."""
    from club.audit.messages import SENTENCES, SHOWN_BY

    groups = {action.rpartition(".")[0] for action in SENTENCES}
    assert [one for one in SENTENCES if not {one, one.rpartition(".")[0]} & set(SHOWN_BY)] == []
    assert sorted(set(SHOWN_BY) - set(SENTENCES) - groups) == []
    written = [key for table in tables for keys in table.shown_by.values() for key in keys]
    assert sorted(key for key in set(written) if written.count(key) > 1) == []


def test_every_fact_with_a_capability_of_its_own_has_a_name():
    from club.audit.messages import FACTS_SHOWN_BY, FIELDS

    assert sorted(set(FACTS_SHOWN_BY) - set(FIELDS)) == []


def test_every_reason_has_its_sentence(sources):
    from club.audit.undo_handlers import NOT_UNDOABLE
    from club.core.messages import REASONS

    used = set(NOT_UNDOABLE.values())
    for source in sources.values():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CannotUndo":
                used |= {
                    keyword.value.value
                    for keyword in node.keywords
                    if keyword.arg == "why" and isinstance(keyword.value, ast.Constant)
                }
    assert sorted(used - set(REASONS)) == []
    assert len(used) > 15
