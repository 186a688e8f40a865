"""Which service functions change rows, and which of them put it on the trail: read from the syntax trees."""

import ast
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePath

from boundaries import APPS, WRITES, layer_of
from django.db import connection

WRITING = frozenset(
    {
        *("save", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update", "update"),
        *("delete", "issue", "create_user", "create_superuser", "set_password"),
    }
)
ROWS = frozenset({"objects", "_base_manager", "filter", "exclude", "all", "select_for_update"})
PLAIN_UPDATES = frozenset({"update", "delete", "create", "issue"})  # dictionaries and storages have some, too


@dataclass
class Service:
    """A function of a service module: what it calls, whether it writes rows or the trail by itself."""

    module: str
    name: str
    line: int
    calls: set[str] = field(default_factory=set)
    writes: bool = False
    records: bool = False
    locks: bool = False

    @property
    def place(self):
        return f"{self.module}.{self.name}"

    @property
    def is_public(self):
        return not self.name.startswith("_")


def services_of(sources):
    """Every function at the top of the service modules, by module and name."""
    found = {}
    for source in sources.values():
        if source.layer not in WRITES:
            continue
        names = imported_names(source.tree)
        for node in source.tree.body:
            if isinstance(node, ast.FunctionDef):
                service = read_function(source.name, node, names)
                found[service.place] = service
    return found


def imported_names(tree):
    """What each imported name of a module stands for."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def read_function(module, node, names):
    service = Service(module, node.name, node.lineno)
    for inner in ast.walk(node):
        if not isinstance(inner, ast.Call):
            continue
        called = inner.func
        if isinstance(called, ast.Name):
            service.calls.add(names.get(called.id, f"{module}.{called.id}"))
        elif isinstance(called, ast.Attribute):
            service.records |= is_record(called)
            service.writes |= is_row_write(called)
            service.locks |= called.attr == "select_for_update"
    return service


def is_record(called):
    """Whether a call is one of `audit.record`."""
    return called.attr == "record" and isinstance(called.value, ast.Name) and called.value.id == "audit"


def is_row_write(called):
    """Whether `x.method(...)` writes rows: the names dictionaries share must hang on a query or a model."""
    if called.attr not in WRITING:
        return False
    if called.attr not in PLAIN_UPDATES:
        return True
    below = {node.attr for node in ast.walk(called.value) if isinstance(node, ast.Attribute)}
    if below & ROWS:
        return True
    return called.attr in {"update", "delete"} and isinstance(called.value, ast.Name)


def silent_writers(services):
    """Public services that write rows, by themselves or by what they call, and leave nothing on the trail."""
    found = []
    for service in services.values():
        if not service.is_public:
            continue
        reached = reach(service, services)
        if any(one.writes for one in reached) and not any(one.records for one in reached):
            found.append(service.place)
    return sorted(found)


def reach(service, services):
    """A service and every service function it leads to."""
    seen, waiting = {}, [service]
    while waiting:
        one = waiting.pop()
        if one.place in seen:
            continue
        seen[one.place] = one
        waiting += [services[called] for called in one.calls if called in services]
    return list(seen.values())


# -- seen by running ---------------------------------------------------------------------------------

CHANGES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
TRAIL = "club_auditentry"
NOT_ROWS_OF_OURS = ("club_auditchain", "django_session", "club_livechannel", "club_liveevent")


@dataclass
class Call:
    """One call of a public service, seen on the stack of a query."""

    place: str
    writes: bool = False
    records: bool = False


@dataclass
class Watched:
    """Every call of a public service that was on the stack of a changing query."""

    calls: dict = field(default_factory=dict)  # by frame, kept alive so that no other takes its place

    def see(self, execute, sql, params, many, context):
        if sql.lstrip().upper().startswith(CHANGES) and not any(name in sql for name in NOT_ROWS_OF_OURS):
            self.note(is_trail=TRAIL in sql)
        return execute(sql, params, many, context)

    def note(self, *, is_trail):
        frame = sys._getframe(1)
        while frame is not None:
            place = service_place(frame)
            if place:
                call = self.calls.setdefault(frame, Call(place))
                call.records |= is_trail
                call.writes |= not is_trail
            frame = frame.f_back

    @property
    def silent(self):
        return {call.place for call in self.calls.values() if call.writes and not call.records}

    @property
    def audited(self):
        return {call.place for call in self.calls.values() if call.writes and call.records}


def service_place(frame):
    """The name of the public service that a frame runs; empty for anything else."""
    name = frame.f_code.co_name
    if name.startswith(("_", "<")):
        return ""
    parts = PurePath(frame.f_code.co_filename).with_suffix("").parts
    at = max((place for place, part in enumerate(parts) if part in APPS), default=len(parts))
    module = ".".join(parts[at:])
    return f"{module}.{name}" if layer_of(module) in WRITES else ""


@contextmanager
def watched():
    """Watch the queries of what is run inside."""
    seen = Watched()
    with connection.execute_wrapper(seen.see):
        yield seen
