"""What is registered is what exists: a handler that no registry names fails, and so does a missing module.

What exists is read from the syntax trees. What is registered is asked of a process that has just started and
has read no address of the site, so that nothing is there only because a page was imported.
"""

import ast
import json
import os
import subprocess
import sys
from collections import defaultdict

import pytest
from boundaries import REPOSITORY, Source, imports_of, own_sources
from registry_checks import FOUND, OF_MODULES, REGISTRARS, Names, faults, registrations, tables_of

STARTED = """
import json, sys, django
django.setup()
from club.accounts.pages import account_signals
from club.audit import messages as audit_texts, undo_handlers as undo
from club.calendar import sources as calendars
from club.config.celery import app
from club.core import metrics
from club.jobs import handlers as jobs
from club.live import publishing as live
from club.notices import notice_groups
from club.privacy import personal_data_sets as holdings
from club.core.pages import desk
from tournaments.core import hooks

def names(handlers):
    return [f"{one.__module__}.{one.__qualname__}" for one in handlers]

groups, channels = notice_groups.KINDS.values(), live._KINDS.values()
print(json.dumps({
    "modules": [name for name in sys.modules if name.split(".")[0] in ("club", "games", "tournaments")],
    "handlers": {
        "celery.shared_task": [one.__module__ + "." + one.__name__ for one in app.tasks.values()],
        "club.calendar.sources.of_clubs": names(calendars.CLUB_SOURCES),
        "club.calendar.sources.of_persons": names(calendars.PERSON_SOURCES),
        "club.jobs.handlers.job": names(one.handler for one in jobs.HANDLERS.values()),
        "club.live.publishing.channel_kind": names(one.doorkeeper for one in channels),
        "club.notices.notice_groups.group_kind": names(one.persons for one in groups),
        "club.audit.undo_handlers.undo_handler": names(undo.UNDO_HANDLERS.values()),
    },
    "keys": {
        "club.privacy.personal_data_sets.register_data_set": list(holdings.DATA_SETS),
        "club.privacy.personal_data_sets.register_actor_labels": holdings.ACTOR_LABELS,
        "club.privacy.personal_data_sets.register_retained_labels": holdings.RETAINED_LABELS,
        "club.jobs.handlers.job": list(jobs.HANDLERS),
        "club.jobs.handlers.every": list(jobs.RECURRING),
        "club.live.publishing.channel_kind": list(live._KINDS),
        "club.notices.notice_groups.group_kind": list(notice_groups.KINDS),
        "club.privacy.personal_data_sets.retention_rule": list(holdings.RULES),
        "club.audit.undo_handlers.not_undoable": list(undo.NOT_UNDOABLE),
        "club.audit.undo_handlers.undo_by": list(undo.UNDO_HANDLERS),
        "club.audit.undo_handlers.undo_handler": list(undo.UNDO_HANDLERS),
    },
    "sentences": list(audit_texts.SENTENCES),
    "facts": list(metrics.HEALTH_FACTS),
    "wakers": names(one if hasattr(one, "__qualname__") else type(one) for one in live._SUBSCRIBERS),
    "desk_pages": [page.url_name for page in desk.DESK_PAGES],
    "pass_pages": [page.url_name for page in desk.PASS_PAGES],
    "waiting": names(find for _order, find in sorted(desk.DASHBOARD_ITEMS.items())),
    "own": names(find for _order, find in sorted(desk.PERSONAL_PLACES.items())),
    "hooks": {name: names(one.handlers) for name, one in vars(hooks).items() if isinstance(one, hooks.Hook)},
    "heard": [name for name, signal in account_signals.LOGGED_SIGNALS.items() if signal.has_listeners()],
}))
"""
HANDLED_AS = {"club.jobs.handlers.every": "club.jobs.handlers.job"}  # a recurring job is a job as well
UNDO_OF_LADDERS = "tournaments.ladders.undo"


def start(code, folder):
    """Run Python with the settings of the tests in a process of its own."""
    own = {"DJANGO_SETTINGS_MODULE": "club.config.testing", "DRAUGHTS_DATA_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **own},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def sources():
    return own_sources()


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """The registries of a process right after `django.setup()`."""
    done = start(STARTED, tmp_path_factory.mktemp("started"))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_module_that_registers_something_is_named(sources):
    assert faults(sources) == []


@pytest.mark.processes
def test_every_handler_is_registered_at_start(sources, started):
    there = defaultdict(set)
    for one in registrations(sources):
        there[HANDLED_AS.get(one.registrar, one.registrar)] |= {one.handler} - {""}
    for registrar, handlers in started["handlers"].items():
        own = {name for name in handlers if "<locals>" not in name and not name.startswith("celery.")}
        assert own == there[registrar], registrar
    assert {name for name, handlers in there.items() if handlers} == set(started["handlers"])


@pytest.mark.processes
def test_every_key_is_registered_at_start(sources, started):
    there = defaultdict(set)
    for one in registrations(sources):
        there[one.registrar] |= set(one.keys)
    missing = {name: sorted(keys - set(started["keys"].get(name, ()))) for name, keys in there.items()}
    assert {name: keys for name, keys in missing.items() if keys} == {}
    assert sum(len(keys) for keys in there.values()) > 370


def test_the_reader_sees_every_kind_of_registration(sources):
    seen = {one.registrar for one in registrations(sources)}
    assert seen == set(REGISTRARS)
    by_hand = [
        one
        for one in registrations(sources)
        if one.handler.startswith("club.members.services.member_imports")
    ]
    assert [one.registrar for one in by_hand] == [
        "club.audit.undo_handlers.undo_handler"
    ]  # undo_handler(IMPORTED)(undo_import_members)


@pytest.mark.processes
def test_what_the_desk_shows_needs_no_page_to_be_imported(started):
    pages = {"club.config.urls", "club.urls", "games.urls", "tournaments.urls"}
    assert pages.isdisjoint(started["modules"])
    assert started["desk_pages"] == [
        *("club:desk", "tournaments:desk_events", "tournaments:desk_ratings", "club:members"),
        *("tournaments:desk_ladders", "games:house_rules_list", "club:money", "club:equipment"),
        *("club:desk_calendar", "club:own_club", "club:notices", "club:persons"),
        *("club:invitations", "club:roles"),
        *("club:passes", "club:hall", "club:audit", "club:tokens", "club:me", "club:account", "club:jobs"),
        *("club:outbox", "club:backups", "games:ending_tables"),
    ]
    assert started["pass_pages"] == ["tournaments:calls_of_mine", "tournaments:hall"]
    assert [name.rpartition(".")[2] for name in started["waiting"]] == [
        *("erasure_items", "join_request_items", "hall_items"),
        *("call_items", "alert_items", "dispute_items", "entry_items"),
        *("round_items", "prize_items", "challenge_items", "night_items", "match_items"),
        *("league_items", "first_event_items"),
    ]
    assert started["own"] == ["tournaments.site.pages.member_dashboard.own_places"]


@pytest.mark.processes
def test_what_else_is_there_at_start(started):
    from club.accounts.pages.account_signals import LOGGED_SIGNALS

    assert started["facts"] == ["kernel"]
    assert "club.live.published.PageCache.revalidate" in started["wakers"]
    assert set(started["heard"]) == set(LOGGED_SIGNALS)
    assert len(started["sentences"]) > 300


@pytest.mark.processes
def test_every_hook_has_its_handlers_in_order(started):
    handlers = {name: [one.rpartition(".")[2] for one in found] for name, found in started["hooks"].items()}
    assert [name for name, found in handlers.items() if not found] == []
    wanted = ["follow_match", "follow_night_result", "note_result", "follow_result"]
    assert handlers["on_result_changes"] == wanted


def test_a_hook_is_connected_once():
    from tournaments.core.hooks import Hook, connect, on_presence_changed

    with pytest.raises(ValueError, match="connected twice"):
        connect(on_presence_changed.runs(print))
    hook = Hook[[str], str]()
    connect(hook.runs(str.upper, str.title))
    assert hook("night") == ["NIGHT", "Night"]


def test_no_two_things_of_the_desk_have_one_order():
    from club.core.pages.desk import (
        DASHBOARD_ITEMS,
        DESK_PAGES,
        DeskGroup,
        DeskPage,
        add_dashboard_items,
        add_desk_pages,
    )
    from club.core.pages.desk_search import SEARCH, add_search

    with pytest.raises(ValueError, match="has the order of another page"):
        add_desk_pages(DeskPage("club:now", "Now", group=DeskGroup.TODAY, order=DESK_PAGES[0].order))
    with pytest.raises(ValueError, match="has no group of the menu"):
        add_desk_pages(DeskPage("club:now", "Now", order=1))
    with pytest.raises(ValueError, match="Two finders of the search"):
        add_search({next(iter(SEARCH)): lambda _actor, _text: []})
    with pytest.raises(ValueError, match="Two things of the desk"):
        add_dashboard_items({next(iter(DASHBOARD_ITEMS)): lambda _actor: []})


# ---- the same with something wrong, to show that it is seen ----


def seeded(sources, name, text):
    """The project with another module, or with one changed."""
    tree = ast.parse(text)
    path = REPOSITORY / f"{name.replace('.', '/')}.py"
    return sources | {name: Source(name, path, tree, tuple(imports_of(tree)))}


SEEDED = [
    pytest.param(
        "club.chess.undo",
        "from club.audit.undo_handlers import undo_handler\n"
        "@undo_handler('club.chess.played')\ndef unplay(entry): ...",
        "name it in UNDO of club/registry.py",
        id="undo",
    ),
    pytest.param(
        "club.chess.services",
        "from club.audit import undo_handlers as u\nu.not_undoable('club.chess.played', reason_code='stays')",
        "name it in UNDO of club/registry.py",
        id="undo under another name",
    ),
    pytest.param(
        "games.chess",
        "from club.jobs.handlers import every, job\n@job('games.chess')\ndef play(*, job): ...",
        "name it in JOBS of games/registry.py",
        id="a job",
    ),
    pytest.param(
        "games.chess",
        "from club.calendar.sources import of_clubs\n@of_clubs\ndef lines(organisation_id, first, last): ...",
        "name it in CALENDAR_SOURCES of games/registry.py",
        id="a calendar source, a decorator without brackets",
    ),
    pytest.param(
        "games.chess.personal_data",
        "from club.privacy.personal_data_sets import register_data_set\n"
        "register_data_set('games.chess', 'games.Chess.person')",
        "name it in PERSONAL_DATA of games/registry.py",
        id="personal data",
    ),
    pytest.param(
        "games.retention_rules",
        "from club.privacy.personal_data_sets import retention_rule\nretention_rule('games.chess', months=1)",
        "name it in RETENTION of games/registry.py",
        id="a retention rule",
    ),
    pytest.param(
        "games.chess_words",
        "from club.audit.messages import AuditMessages\nAUDIT_WORDS = AuditMessages(sentences={})",
        "name it in AUDIT_MESSAGES of games/registry.py",
        id="audit words",
    ),
    pytest.param(
        "games.chess.pages",
        "from club.core.pages.desk import DashboardItem\n"
        "def chess_items(actor: Actor) -> Iterator[DashboardItem]: ...",
        "name it in DASHBOARD_ITEMS of games/registry.py",
        id="what waits at the desk",
    ),
    pytest.param(
        "games.chess.pages",
        "from club.core.pages.desk import PersonalPlace\n"
        "def places(actor: Actor) -> Iterator[PersonalPlace]: ...",
        "name it in PERSONAL_PLACES of games/registry.py",
        id="where somebody plays",
    ),
    pytest.param(
        "games.chess.pages",
        "from club.core.pages.desk_search import SearchHit\n"
        "def find_chess(actor: Actor, text: str) -> Iterator[SearchHit]: ...",
        "name it in SEARCH of games/registry.py",
        id="a finder of the search",
    ),
    pytest.param(
        "games.chess.pages",
        "from club.core.pages.desk import DeskPage\nPAGE = DeskPage('games:chess', 'Chess', order=1)",
        "calls club.core.pages.desk.DeskPage: that is for registries",
        id="a page of the desk",
    ),
    pytest.param(
        "games.chess.pages",
        "from club.core.metrics import add_health_fact\nadd_health_fact('chess', str)",
        "that is for registries",
        id="a health fact past the registry",
    ),
    pytest.param(
        "games.chess",
        "OPENINGS: dict[str, str] = {}",
        "a registry that tests/project/registry_checks.py does not know",
        id="a new registry",
    ),
    pytest.param(
        "games.site.undo",
        "'Registers nothing any more.'",
        "games/registry.py names games.site.undo in UNDO, which registers nothing",
        id="a name that outlived its handlers",
    ),
]


@pytest.mark.parametrize(("name", "text", "reason"), SEEDED)
def test_a_handler_that_no_registry_names_fails(sources, name, text, reason):
    found = faults(seeded(sources, name, text))
    assert len(found) == 1
    assert reason in found[0]


@pytest.mark.processes
def test_a_handler_that_was_not_registered_fails(sources, started):
    """The comparison with the process, for a handler in a module that is named and was not run to its end."""
    name = "games.site.undo"
    text = (
        "from club.audit.undo_handlers import undo_handler\n"
        "@undo_handler('games.chess.played')\ndef unplay(entry): ..."
    )
    changed = seeded(sources, name, text)
    with pytest.raises(AssertionError, match="unplay"):
        test_every_handler_is_registered_at_start(changed, started)
    with pytest.raises(AssertionError, match=r"games\.chess\.played"):
        test_every_key_is_registered_at_start(changed, started)


class Without(ast.NodeTransformer):
    """Takes an entry out of the tables of a registry."""

    def __init__(self, entry, names):
        self.entry, self.names = entry, names

    def visit_Tuple(self, node):
        node.elts = [one for one in node.elts if self.names.of(one) != self.entry]
        return node

    def visit_Dict(self, node):
        node.values = [one for one in node.values if self.names.of(one) != self.entry]
        return node


def test_a_registry_without_one_of_its_entries_fails(sources):
    checked = OF_MODULES | {"AUDIT_MESSAGES", *FOUND.values()}
    for app in ("club", "games", "tournaments"):
        source = sources[f"{app}.registry"]
        entries = {one for table, named in tables_of(source).items() if table in checked for one in named}
        assert len(entries) > 3
        for entry in entries:
            tree = Without(entry, Names(source)).visit(ast.parse(source.path.read_text()))
            changed = sources | {source.name: Source(source.name, source.path, tree, source.imports)}
            assert any(entry in fault for fault in faults(changed)), entry


GONE = """
import sys
from importlib.abc import MetaPathFinder
import django

class Gone(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise ModuleNotFoundError("gone", name=name)

sys.meta_path.insert(0, Gone())
django.setup()
"""


@pytest.mark.processes
def test_a_module_that_is_gone_fails_at_start(tmp_path):
    done = start(GONE.format(name=UNDO_OF_LADDERS), tmp_path)
    assert done.returncode == 1
    said = done.stderr.strip().splitlines()[-1]
    assert said.startswith("ImportError: cannot import name 'undo' from 'tournaments.ladders'"), said
