"""The architecture: who may import whom. One seeded breach of each kind shows that the reader sees it."""

import pytest
from boundaries import (
    LATE_IMPORTS,
    LOADED_LATE,
    PURE,
    REPOSITORY,
    circles,
    is_within,
    own_sources,
    pure_package_of,
    read_sources,
    violations,
)


@pytest.fixture(scope="module")
def sources():
    return own_sources()


def test_the_project_keeps_its_boundaries(sources):
    assert violations(REPOSITORY, sources) == []


def test_every_module_is_read(sources):
    names = set(sources)
    assert {
        "club.config.settings",
        "club.jobs.services.jobs",
        "games.rules.kernel",
        "tournaments.apps",
    } <= names


CLEAN = {
    "club/__init__.py": "",
    "club/core/errors.py": "class Refused(Exception): ...",
    "club/models.py": "from django.db import models\nfrom club.core.errors import Refused",
    "club/people/selectors.py": "from club.models import Person",
    "club/people/services.py": "from club.people.selectors import people\nfrom club.models import Person",
    "club/people/pages.py": "from club.people.services import add\nfrom club.people.selectors import people",
    "club/registry.py": "from club.people.services import add\nfrom club.people.pages import people",
    "club/config/settings.py": "from club.config import env",
    "games/rules/moves.py": "from dataclasses import dataclass\nfrom games.rules.side import Side",
    "games/pdn/reader.py": "import re\nfrom games.rules import Side",
    "games/laws/judge.py": "from games.pdn import read_games\nfrom games.rules import Side",
    "games/judging/services/judging.py": (
        "from games.laws.judge import judge\nfrom club.people.services import add"
    ),
    "tournaments/rounds/services/rounds.py": "from games.judging.services.judging import judge_text",
    "tournaments/pairing/team.py": "import rustworkx",
}

SEEDED = [
    pytest.param(
        "games/rules/moves.py",
        "from django.db import models",
        "imports django.db",
        id="Django in a pure package",
    ),
    pytest.param(
        "games/rules/moves.py", "import rustworkx", "imports rustworkx", id="a library in a pure package"
    ),
    pytest.param(
        "games/rules/moves.py",
        "from games.pdn import read_games",
        "imports games.pdn",
        id="rules know notation",
    ),
    pytest.param(
        "games/pdn/reader.py",
        "from games.laws import judge",
        "imports games.laws",
        id="notation knows the laws",
    ),
    pytest.param(
        "games/rules/moves.py",
        "from games.models import Game",
        "imports games.models",
        id="pure code knows a table",
    ),
    pytest.param("games/laws/judge.py", "import logging", "arguments", id="pure code logs"),
    pytest.param("games/laws/judge.py", "import random", "arguments", id="pure code draws lots"),
    pytest.param(
        "games/laws/judge.py", "from time import monotonic", "arguments", id="pure code imports a clock"
    ),
    pytest.param(
        "games/laws/judge.py",
        "import datetime\nTODAY = datetime.datetime.now()",
        "asks the clock",
        id="pure code asks the clock",
    ),
    pytest.param(
        "club/people/services.py", "import games.models", "direction", id="the club knows the games"
    ),
    pytest.param(
        "games/judging/services/judging.py",
        "from tournaments import x",
        "direction",
        id="games know tournaments",
    ),
    pytest.param(
        "games/people/pages.py",
        "from club.config import settings",
        "by nobody",
        id="an app imports the wiring",
    ),
    pytest.param(
        "club/people/services.py", "from club.people.pages import page", "layers", id="a service knows a page"
    ),
    pytest.param(
        "club/people/selectors.py",
        "from club.people.services import add",
        "layers",
        id="a read knows a write",
    ),
    pytest.param(
        "club/people/services.py", "from club.registry import x", "layers", id="a service knows the registry"
    ),
    pytest.param(
        "games/people/pages.py", "from club.registry import x", "reaches into", id="another app's registry"
    ),
    pytest.param("club/models.py", "import club.people.services", "layers", id="a table knows a service"),
    pytest.param(
        "club/models.py",
        "from club.helper import x",
        "layers",
        id="a table knows a service by way of a helper",
    ),
    pytest.param(
        "games/judging/services/judging.py",
        "from club.models import Person\nPerson.objects.all()",
        "reaches into",
        id="another app's table",
    ),
    pytest.param(
        "games/judging/services/judging.py",
        "from club.people.pages import page",
        "reaches into",
        id="another app's page",
    ),
    pytest.param(
        "club/people/pages.py",
        "def page():\n    import json",
        "inside a function",
        id="an import in a function",
    ),
    pytest.param("club/people/pages.py", "from .other import x", "relative", id="a relative import"),
]


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")


def test_a_clean_tree_passes(tmp_path):
    write(tmp_path, CLEAN)
    assert violations(tmp_path) == []


@pytest.mark.parametrize(("name", "text", "reason"), SEEDED)
def test_a_breach_is_found(tmp_path, name, text, reason):
    write(tmp_path, CLEAN | {"club/helper.py": "from club.people.services import add", name: text})
    assert len(violations(tmp_path)) == 1
    assert violations(tmp_path)[0].startswith(f"{name}:")
    assert reason in violations(tmp_path)[0]


def test_another_apps_table_may_be_named_as_a_type(tmp_path):
    text = "from club.models import Person\n\ndef judge(*, by: Person) -> Person: ..."
    write(tmp_path, CLEAN | {"games/judging/services/judging.py": text})
    assert violations(tmp_path) == []


def test_no_files_import_each_other_in_a_circle(sources):
    assert circles(sources) == []


def test_a_circle_of_files_is_found(tmp_path):
    closing = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from games.rules.moves import play"
    side = "from games.rules.fen import text\ndef draw():\n    from games.laws.judge import judge"
    write(tmp_path, CLEAN | {"games/rules/side.py": side, "games/rules/fen.py": closing})
    found = circles(read_sources(tmp_path))
    assert found == [["games.rules.fen", "games.rules.moves", "games.rules.side"]]


def test_imports_in_functions_are_those_that_are_named(sources):
    found = {(name, said.module) for name in sources for said in sources[name].imports if said.in_function}
    assert found == LATE_IMPORTS


@pytest.mark.parametrize("module", LOADED_LATE)
def test_what_is_loaded_late_is_imported_at_the_top_by_nobody_else(sources, module):
    found = {
        name
        for name, source in sources.items()
        for said in source.imports
        if is_within(said.module, module) and not (said.in_function or said.for_types)
    }
    assert found == LOADED_LATE[module]


def test_each_pure_package_knows_only_pure_packages():
    assert all(pure_package_of(known) for packages, _ in PURE.values() for known in packages)
