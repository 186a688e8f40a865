"""Every action on the trail has its sentence, and a way back or a reason why there is none."""

import ast

import pytest
from boundaries import own_sources


@pytest.fixture(scope="module")
def sources():
    return own_sources()


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
