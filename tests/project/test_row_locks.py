"""Row locks leave the key of the row free, so that a commit that checks a foreign key never waits for one.

PostgreSQL checks the foreign keys of a transaction at its commit, when the audit chain is locked. A service
with `FOR UPDATE` on a row that waits for the chain deadlocks with one that waits for the key of that row.
Read from the syntax trees; `test_club_races.py` races services that have locked their rows.
"""

import ast
from typing import NamedTuple

import pytest
from boundaries import own_sources
from django.apps import apps

WITH_KEYS: dict[str, str] = {}
"""Functions that lock keys as well, by module and name, with the reason: none."""


class Lock(NamedTuple):
    """A call that locks rows with their keys."""

    place: str
    line: int
    name: str


def locks_of_keys(name, tree):
    """Return the calls of a module that lock the keys of rows."""
    found = []
    for scope in tree.body:
        place = f"{name}.{scope.name}" if isinstance(scope, ast.FunctionDef | ast.ClassDef) else name
        calls = [node for node in ast.walk(scope) if isinstance(node, ast.Call)]
        calls = [node for node in calls if isinstance(node.func, ast.Attribute) and locks_keys(node)]
        found += [Lock(place, node.lineno, node.func.attr) for node in calls]
    return found


def locks_keys(call):
    if call.func.attr == "select_for_update":
        given = {one.arg: one.value for one in call.keywords}
        return not (isinstance(given.get("no_key"), ast.Constant) and given["no_key"].value is True)
    # Django locks the row that it updates with its key: harmless where no other row refers to the model.
    return call.func.attr == "update_or_create" and is_referred_to(call.func.value)


def is_referred_to(manager):
    """Return True unless the rows are those of a model, named here, which has no foreign key to it."""
    if not (isinstance(manager, ast.Attribute) and isinstance(manager.value, ast.Name)):
        return True
    named = [model for model in apps.get_models() if model.__name__ == manager.value.id]
    return not named or any(
        relation.auto_created and not relation.concrete and relation.field.db_constraint
        for model in named
        for relation in model._meta.get_fields(include_hidden=True)
        if relation.is_relation and hasattr(relation, "field")
    )


def test_no_service_locks_the_key_of_a_row_without_a_reason():
    read = own_sources()
    found = [lock for source in read.values() for lock in locks_of_keys(source.name, source.tree)]
    assert [lock for lock in found if lock.place not in WITH_KEYS] == []
    assert set(WITH_KEYS) - {lock.place for lock in found} == set(), "these lock no key, or are gone"
    calls = sum(
        text.count("select_for_update(") for text in map(ast.unparse, (one.tree for one in read.values()))
    )
    assert calls > 100, "the locks were not read"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Event.objects.select_for_update().get(pk=1)", "select_for_update"),
        ("Event.objects.select_for_update(of=('self',)).get(pk=1)", "select_for_update"),
        ("rows.filter(pk=1).select_for_update(skip_locked=True, no_key=False)", "select_for_update"),
        ("Entry.objects.update_or_create(name='Ann')", "update_or_create"),
        ("section.entries.update_or_create(name='Ann')", "update_or_create"),
    ],
)
def test_a_seeded_lock_of_a_key_is_found(written, name):
    tree = ast.parse(f"def change():\n    {written}")
    assert locks_of_keys("seeded", tree) == [Lock("seeded.change", 2, name)]


@pytest.mark.parametrize(
    "written",
    [
        "Event.objects.select_for_update(of=('self',), no_key=True).get(pk=1)",
        "Absence.objects.update_or_create(round_number=1)",
    ],
)
def test_a_lock_that_leaves_the_key_free_is_none(written):
    assert locks_of_keys("seeded", ast.parse(f"def change():\n    {written}")) == []
