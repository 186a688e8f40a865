"""The tables of a new site, made in one go, are those that an old site came to step by step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

APPS = ("club", "games", "tournaments")
OLD = """
import django
django.setup()
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from club.backups.services.restore import migrate_to_archive_state
from club.backups.state_archive import FORMAT, Manifest

steps = MigrationLoader(None, replace_migrations=False)
leaves = [("club", "0004_operations"), ("tournaments", "0001_events"), ("games", "0001_initial")]
applied = {}
for app, name in {step for leaf in leaves for step in steps.graph.forwards_plan(leaf)}:
    applied.setdefault(app, []).append(name)
then = migrate_to_archive_state(Manifest(
    format=FORMAT, made_at="", reason="", versions={}, engine="sqlite", migrations=applied, parts=[]
))
assert not any(field.name == "erased_at" for field in then.get_model("club", "Person")._meta.fields)
call_command("migrate", verbosity=0)
call_command("migrate", check_unapplied=True)
for model in apps.get_models(include_auto_created=True):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({model._meta.db_table})")
        found = {row[1] for row in cursor.fetchall()}
    assert found == {field.column for field in model._meta.local_concrete_fields}, model
"""


def described(state):
    return {
        label: (
            {name: field.deconstruct()[1:] for name, field in model.fields.items()},
            {name: value for name, value in model.options.items() if name not in ("indexes", "constraints")},
            sorted(repr(rule) for kind in ("indexes", "constraints") for rule in model.options.get(kind, [])),
            [base if isinstance(base, str) else base.__qualname__ for base in model.bases],
        )
        for label, model in state.models.items()
        if label[0] in APPS
    }


def test_the_squashed_migrations_make_what_the_steps_make():
    steps = MigrationLoader(None, replace_migrations=False)
    once = MigrationLoader(None)
    last = [migration.replaces[-1] for migration in once.replacements.values()]  # newer steps follow both
    squashed = once.project_state(list(once.replacements))
    stepwise = steps.project_state([*last, ("games", "0001_initial")])
    assert described(squashed) == described(stepwise)


@pytest.mark.parametrize("app", ["club", "tournaments"])
def test_every_step_up_to_the_last_is_replaced_without_a_gap(app):
    loader = MigrationLoader(None)
    ((_, squashed),) = [(key, migration) for key, migration in loader.replacements.items() if key[0] == app]
    names = sorted(path.stem for path in Path(app, "migrations").glob("0*.py") if "squashed" not in path.stem)
    assert [name for _, name in squashed.replaces] == names[: len(squashed.replaces)]


@pytest.mark.thorough
def test_an_archive_from_before_the_squashing_is_put_back_step_by_step(tmp_path):
    settings = {"DRAUGHTS_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "club.config.settings"}
    own = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    told = subprocess.run(
        [sys.executable, "-c", OLD], env=own | settings, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
