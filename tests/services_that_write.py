"""Which service functions change rows, and which of them put it on the trail: read from the syntax trees."""

import ast
from dataclasses import dataclass, field

WRITES = frozenset(
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
        if f"{source.app}.services." not in f"{source.name}.":
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
            if ast.unparse(called) == "audit.record":
                service.records = True
            service.writes |= is_row_write(called)
    return service


def is_row_write(called):
    """Whether `x.method(...)` writes rows: the names dictionaries share must hang on a query or a model."""
    if called.attr not in WRITES:
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
