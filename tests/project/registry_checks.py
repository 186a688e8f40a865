"""What registers something, read from the syntax trees, beside what the apps' registries name.

`tests/project/test_registries.py` applies it to the project and compares it with a process that has just
started.
"""

import ast
from dataclasses import dataclass
from functools import cache

from boundaries import APPS, Source, is_within

# By function: the tuple of a `registry.py` that names the modules in which it is called, and which of its
# arguments are keys of the registry.
NOTHING = slice(0, 0)
REGISTRARS = {
    "celery.shared_task": ("JOBS", NOTHING),
    "club.calendar.sources.of_clubs": ("CALENDAR_SOURCES", NOTHING),
    "club.calendar.sources.of_persons": ("CALENDAR_SOURCES", NOTHING),
    "club.privacy.personal_data_sets.register_data_set": ("PERSONAL_DATA", slice(1)),
    "club.privacy.personal_data_sets.register_actor_labels": ("PERSONAL_DATA", slice(None)),
    "club.privacy.personal_data_sets.register_retained_labels": ("PERSONAL_DATA", slice(None)),
    "club.jobs.handlers.every": ("JOBS", slice(1, 2)),
    "club.jobs.handlers.job": ("JOBS", slice(1)),
    "club.live.publishing.channel_kind": ("CHANNELS", slice(1)),
    "club.notices.notice_groups.group_kind": ("NOTICE_GROUPS", slice(1)),
    "club.privacy.personal_data_sets.retention_rule": ("RETENTION", slice(1)),
    "club.audit.undo_handlers.not_undoable": ("UNDO", slice(None)),
    "club.audit.undo_handlers.undo_by": ("UNDO", slice(None)),
    "club.audit.undo_handlers.undo_handler": ("UNDO", slice(None)),
}
OF_MODULES = frozenset(kind for kind, _keys in REGISTRARS.values())

# Called by a registry and nowhere else.
ADDERS = frozenset(
    {
        "club.backups.contents.add_content_checks",
        "club.core.access.add_place_checks",
        "club.organisations.services.organisations.add_club_removals",
        "club.organisations.services.organisations.add_deletion_guards",
        "games.archive.services.game_changes.add_game_listeners",
        "games.explorer.services.indexing.connect_deletions",
        *(
            "club.audit.messages.add_audit_messages",
            "club.core.metrics.add_health_fact",
        ),
        *(
            "club.core.pages.desk.add_desk_pages",
            "club.core.pages.desk.add_personal_places",
            "club.core.pages.desk.add_pass_pages",
            "club.core.pages.desk_search.add_search",
            "club.core.pages.front_page.add_front_pages",
            "club.core.pages.pinned_event.add_pinned_events",
        ),
        *(
            "club.core.pages.desk.add_dashboard_items",
            "club.accounts.pages.account_signals.connect_signals",
            "club.hall.codes.add_code_kinds",
            "club.hall.start_page.add_hall_events",
            "club.live.publishing.subscribe",
            "tournaments.core.hooks.connect",
        ),
    }
)
CALLED_WHILE_SERVING = {
    "club.live.hub.hub": "club.live.publishing.subscribe"
}  # streams that are open, not an app's own

# By class: what a table of a registry is made of, and the tables in which it may stand.
PAGES = "club.core.pages.desk.DeskPage"
WORDS = "club.audit.messages.AuditMessages"
FOUND = {
    "club.core.pages.desk.DashboardItem": "DASHBOARD_ITEMS",
    "club.core.pages.desk.PersonalPlace": "PERSONAL_PLACES",
    "club.core.pages.desk_search.SearchHit": "SEARCH",
}
ASKED = {"actor: Actor", "actor: Actor, text: str", "_actor: Actor, text: str"}

# Every registry of the project. A new one is entered here, and what fills it in REGISTRARS or ADDERS.
REGISTRIES = {
    "club.audit.messages": {"SENTENCES", "FIELDS", "VALUES", "KINDS", "SHOWN_BY", "FACTS_SHOWN_BY"},
    "club.backups.contents": {"FAULT_CHECKS", "NOTE_CHECKS"},
    "club.calendar.sources": {"CLUB_SOURCES", "PERSON_SOURCES"},
    "club.privacy.personal_data_sets": {"DATA_SETS", "ACTOR_LABELS", "RETAINED_LABELS", "RULES"},
    "club.jobs.handlers": {"HANDLERS", "RECURRING"},
    "club.hall.codes": {"CODE_KINDS"},
    "club.hall.start_page": {"HALL_EVENTS"},
    "club.live.publishing": {"_KINDS", "_SUBSCRIBERS"},
    "club.audit.log": {"AFTER_COMMIT"},
    "club.backups.services.promotion": {"HELD_TASKS"},
    "club.live.site_changes": {"_HANDS"},  # by the hub of a process that streams
    "club.live.watchers": {"_WATCHERS"},  # by the hub of a process that streams
    "club.core.messages": {"REASONS"},
    "club.core.access": {"PLACE_CHECKS"},
    "club.organisations.services.organisations": {"CLUB_REMOVALS", "DELETION_GUARDS"},
    "games.archive.services.game_changes": {"GAME_LISTENERS"},
    "club.core.metrics": {
        "HEALTH_FACTS",
        "_LISTENER_COUNTS",  # by the hub of a process that streams
        "_PASSED_ON",  # by the public process
    },
    "club.notices.notice_groups": {"KINDS"},
    "club.audit.undo_handlers": {"UNDO_HANDLERS", "NOT_UNDOABLE"},
    "club.core.pages.desk": {"DESK_PAGES", "PASS_PAGES", "DASHBOARD_ITEMS", "PERSONAL_PLACES"},
    "club.core.pages.desk_search": {"SEARCH"},
    "club.core.pages.pinned_event": {"PINNED_EVENTS"},
    "club.core.pages.front_page": {"FRONT_PAGES"},
}


# A module that imports none of these registers nothing, and is not read further.
REGISTERING = frozenset(
    name if name == "celery.shared_task" else name.rpartition(".")[0]
    for name in (*REGISTRARS, *ADDERS, *FOUND, PAGES, WORDS)
)


@dataclass(frozen=True, slots=True)
class Registration:
    """One use of a registering function: its keys where they are written out, its handler if it has one."""

    registrar: str
    module: str
    keys: tuple[str, ...] = ()
    handler: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a module has that registers or is to be registered."""

    registrations: tuple[Registration, ...]
    calls: tuple[str, ...]  # of PAGES and ADDERS
    named: tuple[tuple[str, str], ...]  # a table of the app's registry, and what it has to name
    registries: tuple[str, ...]


class Names:
    """Resolves expressions of a module to full names: "club.audit.undo_handlers.undo_handler"."""

    def __init__(self, source: Source):
        self.module = source.name
        self.known = {}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Import):
                tops = {alias.asname or alias.name.split(".")[0]: alias for alias in node.names}
                self.known |= {top: alias.name if alias.asname else top for top, alias in tops.items()}
            elif isinstance(node, ast.ImportFrom):
                froms = {alias.asname or alias.name: alias.name for alias in node.names}
                self.known |= {name: f"{node.module}.{own}" for name, own in froms.items()}

    def of(self, node: ast.AST) -> str:
        if isinstance(node, ast.Name):
            return self.known.get(node.id, f"{self.module}.{node.id}")
        if isinstance(node, ast.Attribute):
            return f"{self.of(node.value)}.{node.attr}"
        return ""


@cache
def contents_of(source: Source) -> Contents:
    """Read a module, once a run."""
    assigned = list(assigned_in(source))
    registries = [name for name, kind, value in assigned if is_registry(name, kind, value)]
    if not any(is_within(said.module, one) for said in source.imports for one in REGISTERING):
        return Contents((), (), (), tuple(registries))
    names = Names(source)
    calls = [names.of(node.func) for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    made = [(name, names.of(value.func)) for name, _kind, value in assigned if isinstance(value, ast.Call)]
    words = [("AUDIT_MESSAGES", f"{source.name}.{name}") for name, called in made if called == WORDS]
    return Contents(
        tuple(registrations_in(source, names)),
        tuple(call for call in calls if call in ADDERS or call == PAGES),
        (*words, *finders_in(source, names)),
        tuple(registries),
    )


def is_registry(name: str, annotation: str, value: ast.AST) -> bool:
    """Whether a module holds a table that is empty until something is registered."""
    is_empty = isinstance(value, ast.Dict | ast.List) and ast.unparse(value) in {"{}", "[]"}
    return is_empty and name.isupper() and annotation.startswith(("dict[", "list["))


def assigned_in(source: Source):
    """Every name that a module gives a value at its top, with the annotation and the value."""
    for node in source.tree.body:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            yield ast.unparse(node.target), ast.unparse(node.annotation), node.value
        elif isinstance(node, ast.Assign):
            yield ast.unparse(node.targets[0]), "", node.value


def registrations_in(source: Source, names: Names):
    """Every use of a registering function outside the module that defines it."""
    handlers = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef):
            handlers |= {id(decorator): f"{source.name}.{node.name}" for decorator in node.decorator_list}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Call) and node.args:
            handlers[id(node.func)] = names.of(node.args[0])  # undo_handler(IMPORTED)(undo_import_members)
    for node in ast.walk(source.tree):
        is_call = isinstance(node, ast.Call)
        registrar = names.of(node.func if is_call else node) if is_call or id(node) in handlers else ""
        if registrar not in REGISTRARS or registrar.rpartition(".")[0] == source.name:
            continue
        arguments = node.args[REGISTRARS[registrar][1]] if is_call else []
        keys = tuple(key for one in arguments for key in written_keys(one))
        yield Registration(registrar, source.name, keys, handlers.get(id(node), ""))


def written_keys(argument: ast.AST):
    """The keys of an argument that are written out: "a", or those of *("a", "b")."""
    if isinstance(argument, ast.Constant):
        yield argument.value
    elif isinstance(argument, ast.Starred) and isinstance(argument.value, ast.Tuple):
        yield from (one.value for one in argument.value.elts if isinstance(one, ast.Constant))


def finders_in(source: Source, names: Names):
    """Functions that find waiting things, own places or hits; the desk itself joins all of them."""
    for node in source.tree.body:
        if not isinstance(node, ast.FunctionDef) or not isinstance(node.returns, ast.Subscript):
            continue
        item, arguments = names.of(node.returns.slice), ast.unparse(node.args)
        if item in FOUND and arguments in ASKED and not is_within(item, source.name):
            yield FOUND[item], f"{source.name}.{node.name}"


def tables_of(source: Source | None) -> dict[str, set[str]]:
    """The tables of an app's registry: by name of the table, what it names."""
    tables = {}
    names = Names(source) if source else None
    for name, _kind, value in assigned_in(source) if source else ():
        if isinstance(value, ast.Tuple | ast.Dict):
            entries = value.elts if isinstance(value, ast.Tuple) else value.values
            tables[name] = {names.of(entry) for entry in entries} - {""}
    return tables


def registrations(sources: dict[str, Source]) -> list[Registration]:
    return [one for source in sources.values() for one in contents_of(source).registrations]


def faults(sources: dict[str, Source]) -> list[str]:
    """What exists and is named nowhere, what is named and registers nothing, what registers by itself."""
    tables = {app: tables_of(sources.get(f"{app}.registry")) for app in APPS}
    used = {(REGISTRARS[one.registrar][0], one.module) for one in registrations(sources)}
    needed = used | {named for source in sources.values() for named in contents_of(source).named}
    found = [
        f"{name}: name it in {table} of {app}/registry.py"
        for table, name in needed
        for app in [name.split(".")[0]]
        if name not in tables[app].get(table, ())
    ]
    found += [
        f"{app}/registry.py names {module} in {table}, which registers nothing of the kind"
        for app in APPS
        for table, modules in tables[app].items()
        for module in modules
        if table in OF_MODULES and (table, module) not in used
    ]
    for source in sources.values():
        found += faults_in(source)
    return sorted(found)


def faults_in(source: Source):
    contents = contents_of(source)
    for name in contents.registries:
        if name not in REGISTRIES.get(source.name, ()):
            yield f"{source.name}.{name}: a registry that tests/project/registry_checks.py does not know"
    for called in contents.calls if source.name != f"{source.app}.registry" else ():
        if CALLED_WHILE_SERVING.get(source.name) != called:
            yield f"{source.name} calls {called}: that is for registries"
