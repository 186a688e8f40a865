"""Who may import whom, read from the syntax trees; test_boundaries.py applies it to the project."""

import ast
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
APPS = ("club", "games", "tournaments")  # each may know those before it

# A pure package, the pure packages it may know, and other people's packages it may know.
PURE = {
    "club.core.charts": ((), ()),
    "club.core.names": ((), ()),
    "club.members.name_similarity": (("club.core.names",), ()),
    "club.calendar.recurrence": ((), ()),
    "club.money.fees": ((), ()),
    "club.money.amounts": ((), ()),
    "club.money.payment_codes": ((), ()),
    "club.core.outside_data": ((), ()),
    "club.banking.formats": (
        (
            "club.money.amounts",
            "club.members.name_similarity",
            "club.core.names",
            "club.money.payment_codes",
            "club.core.outside_data",
        ),
        ("defusedxml",),
    ),
    # The compiler's shim: finds compiled forms, and builds them in an environment that has the compiler.
    "games.compiled": ((), ("importlib", "os", "shutil", "tempfile")),
    "games.rules": (("games.compiled",), ("cython",)),
    "games.pdn": (("games.rules", "games.compiled"), ("cython",)),
    "games.laws": (("games.rules", "games.pdn", "games.compiled"), ("cython",)),
    "games.ballots": ((), ()),
    "games.endings": (("games.rules", "games.compiled"), ("cython",)),
    "tournaments.pairing": ((), ("rustworkx",)),
    "tournaments.standings.ranking": (("tournaments.pairing", "tournaments.ratings.formulas"), ()),
    "tournaments.ratings.formulas": ((), ()),
    "tournaments.conduct": (("games.laws", "games.rules", "games.pdn"), ()),
    "tournaments.exchange.trf": (("tournaments.pairing.values",), ()),
}
# Time, chance and the outside world reach pure code as arguments.
IMPURE = frozenset(
    {
        *("asyncio", "http", "importlib", "logging", "multiprocessing", "os", "random", "secrets", "shutil"),
        *("socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid"),
    }
)
CLOCK_CALLS = frozenset({"now", "today", "utcnow"})

# Layers of an app's root, and of each feature package.
ROOT_EDGES = ("tasks", "admin", "management", "templatetags", "registry", "urls")
EDGES = (*ROOT_EDGES, "pages", "api", "api_urls")
WRITES, READS, MODELS = (
    ("services", "undo", "mails", "merge", "personal_data"),
    "selectors",
    "models",
)
RANK = {MODELS: 1, READS: 2, **dict.fromkeys(WRITES, 3), **dict.fromkeys(EDGES, 4)}
HIGHEST_OF_A_HELPER = 3
# What one app may use of another. Its models may be named as types, and not otherwise.
OPEN_LAYERS = frozenset({"services", "selectors"})
# And single modules that pages and the API of every app share.
OPEN_MODULES = (
    *(
        "club.core.access",
        "club.core.charts",
        "club.core.actor",
        "club.core.capabilities",
        "club.audit.log",
        "club.audit.messages",
        "club.audit.undo_handlers",
        "club.calendar.sources",
        "club.core.errors",
        "club.core.limits",
        "club.core.pages.responses",
        "club.core.requests",
        "club.duplicates.merge_steps",
        "club.hall.codes",
        "club.hall.start_page",
        "club.jobs.handlers",
        "club.live.published",
        "club.live.publishing",
        "club.live.watchers",
        "club.notices.notice_groups",
        "club.organisations.services.organisations",
        "club.privacy.personal_data_sets",
        "club.core.messages",
        "games.core.access",
        "games.core.errors",
        "games.judging.messages",
        "games.judging.move_numbers",
    ),
    *(
        "club.accounts.admin_access",
        "club.core.metrics",
        "club.core.limits",
        "club.core.site_secrets",
        "club.core.moments",
        "club.core.selectors",
        "club.core.downloads",
        "club.core.outgoing",
        "club.core.web_push",
        "club.core.network_addresses",
        "club.privacy.redaction",
        "club.paper.blank_paper",
        "club.paper.ornaments",
        "club.paper.paper",
        "club.paper.paper_formats",
        "club.paper.preview_cards",
        "club.paper.sheets",
        "club.paper.wall_list",
        "club.lists.cells",
        "club.lists.columns",
        "club.core.name_normalization",
        "club.backups.contents",
        "club.backups.state_rows",
        "club.core.pages.access",
        "club.core.pages.desk",
        "club.core.pages.desk_search",
        "club.core.pages.front_page",
        "club.core.pages.pinned_event",
        "club.calendar.pages.icalendars",
        "club.jobs.pages.background",
        "club.core.pages.access",
        "club.core.pages.current_club",
        "club.core.pages.refusals",
        "club.core.pages.responses",
    ),
    "games.house_rules.variant_names",
    *("games.judging.pages.comparison", "games.judging.pages.drawing", "games.judging.pages.score_sheet"),
    "games.judging.pages.pictures",
    *(
        "club.core.api.access",
        "club.core.api.base",
        "club.core.api.documents",
        "club.core.api.operations",
        "club.core.api.problems",
    ),
)
# Slow to import and rarely needed: each is imported in a function, so that no process waits for it at its
# start. fpdf2 takes 0.4 s of processor time, redis 0.07 s, PDFium 0.05 s, and a site may have
# no Redis.
LATE_IMPORTS = frozenset(
    {
        ("club.paper.blank_paper", "club.paper.paper.Paper"),
        ("club.paper.blank_paper", "pypdfium2"),
        ("club.paper.preview_cards", "club.paper.lettering.as_drawn"),
        ("club.paper.preview_cards", "club.paper.lettering.is_right_to_left"),
        ("club.paper.preview_cards", "club.paper.lettering.joined"),
        ("club.live.hub.wakeups", "redis"),
        ("club.site.readiness", "redis"),
    }
)
# The modules that may import them at the top, because they are loaded late themselves.
LOADED_LATE = {
    "fpdf": {"club.paper.paper", "club.paper.lettering"},
    "club.paper.lettering": {"club.paper.paper"},
    "club.paper.paper": set(),
    "pypdfium2": set(),
    "redis": {"club.live.cache", "club.live.redis_wakeups"},
}
# The wiring may import anything; nothing may import the wiring.
WIRING = "club.config"


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module and where it is written."""

    module: str
    line: int
    in_function: bool
    for_types: bool


@dataclass(frozen=True, slots=True)
class Source:
    """One module of the project."""

    name: str
    path: Path
    tree: ast.Module
    imports: tuple[Import, ...]

    @property
    def app(self) -> str:
        return self.name.split(".")[0]

    @property
    def layer(self) -> str:
        """The layer of a module: "services" of "club.money.services.invoices"."""
        return layer_of(self.name)


def layer_of(module: str) -> str:
    """The layer that a module's name says, of an app's root or of a feature; empty for a helper."""
    parts = module.split(".")[1:3]
    return next((part for part in parts if part in RANK), "")


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def pure_package_of(module: str) -> str | None:
    return next((package for package in PURE if is_within(module, package)), None)


def imports_of(node: ast.AST, *, in_function: bool = False, for_types: bool = False):
    """Every import below `node`; a relative one is told by its leading dots."""
    for child in ast.iter_child_nodes(node):
        inside = in_function or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        typing = for_types or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test))
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, inside, typing)
        elif isinstance(child, ast.ImportFrom):
            base = "." * child.level + (child.module or "")
            for alias in child.names:
                yield Import(f"{base}.{alias.name}", child.lineno, inside, typing)
        else:
            yield from imports_of(child, in_function=inside, for_types=typing)


def read_sources(root: Path) -> dict[str, Source]:
    """Every module of the three apps below `root`, migrations left out."""
    sources = {}
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if "migrations" in parts:
                continue
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            sources[name] = Source(name, path, tree, tuple(imports_of(tree)))
    return sources


@cache
def own_sources() -> dict[str, Source]:
    """The modules of this repository, read once a run."""
    return read_sources(REPOSITORY)


def violations(root: Path, sources: dict[str, Source] | None = None) -> list[str]:
    """Every breach below `root`, one line each; `sources` where they are read already."""
    sources = read_sources(root) if sources is None else sources
    ranks = Ranks(sources)
    found = []
    for source in sources.values():
        for said in source.imports:
            found += [
                f"{source.path.relative_to(root)}:{said.line}: {reason}"
                for reason in breaches(source, said, ranks)
            ]
        if pure_package_of(source.name):
            found += [
                f"{source.path.relative_to(root)}:{line}: a pure package asks the clock"
                for line in clock_calls(source.tree)
            ]
    return found


def breaches(source: Source, said: Import, ranks: "Ranks"):
    """What is wrong with one import."""
    if said.module.startswith("."):
        yield f"relative import {said.module}"
        return
    if said.in_function and (source.name, said.module) not in LATE_IMPORTS:
        yield f"import of {said.module} inside a function"
    if is_within(said.module, WIRING) and not is_within(source.name, WIRING):
        yield "club.config is imported by nobody"
    elif package := pure_package_of(source.name):
        yield from breaches_of_purity(package, said)
    elif not is_within(source.name, WIRING) and said.module.split(".")[0] in APPS:
        yield from breaches_of_direction(source, said, ranks)


def breaches_of_purity(package: str, said: Import):
    known, foreign = PURE[package]
    top = said.module.split(".")[0]
    if any(is_within(said.module, allowed) for allowed in (package, *known)) or top in foreign:
        return
    if top not in sys.stdlib_module_names:
        yield f"the pure package {package} imports {said.module}"
    elif top in IMPURE:
        yield f"the pure package {package} imports {said.module}: time, chance and input are arguments"


def breaches_of_direction(source: Source, said: Import, ranks: "Ranks"):
    app = said.module.split(".")[0]
    if APPS.index(app) > APPS.index(source.app):
        yield f"{source.app} imports {said.module}: the direction is tournaments, games, club"
        return
    if pure_package_of(said.module):
        return
    layer = layer_of(said.module)
    if app != source.app:
        is_shared = layer in OPEN_LAYERS or any(is_within(said.module, shared) for shared in OPEN_MODULES)
        if not is_shared and not (layer == MODELS and is_type_only(source, said)):
            yield f"{source.app} reaches into {said.module}: another app has services and selectors"
    elif not said.for_types and ranks.of(said.module) > ranks.allowed(source):
        layer = source.layer or source.name
        yield f"{layer} imports {said.module}: the layers are pages, services, selectors, models"


def is_type_only(source: Source, said: Import) -> bool:
    """Whether the imported name serves as a type: it stands in annotations and nowhere else."""
    return said.for_types or said.module.rpartition(".")[2] not in names_outside_annotations(source.tree)


def names_outside_annotations(node: ast.AST):
    """Every name that running the module looks up, annotations left out."""
    names = {node.id} if isinstance(node, ast.Name) else set()
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                names |= names_outside_annotations(child)
    return names


class Ranks:
    """How high a module stands in its app; a helper stands as high as the highest thing it imports."""

    def __init__(self, sources: dict[str, Source]):
        self.sources = sources
        self.known: dict[str, int] = {}

    def allowed(self, source: Source) -> int:
        """The rank a module may not look above: its layer's own; a helper may look up to the services."""
        return RANK.get(source.layer, HIGHEST_OF_A_HELPER)

    def of(self, module: str) -> int:
        """The rank of a module, or of the module that holds the imported name."""
        while module not in self.sources and "." in module:
            module = module.rpartition(".")[0]
        source = self.sources.get(module)
        if source is None or pure_package_of(module):
            return 0
        if source.layer:
            return RANK[source.layer]
        if module not in self.known:
            self.known[module] = 0  # modules that import each other stop here
            self.known[module] = max(
                (
                    self.of(said.module)
                    for said in source.imports
                    if not said.for_types and is_within(said.module, source.app)
                ),
                default=0,
            )
        return self.known[module]


def circles(sources: dict[str, Source]) -> list[list[str]]:
    """Every group of files that import each other in a circle at module level, types included."""
    known = {
        name: {file_of(said.module, sources) for said in source.imports if not said.in_function} - {name, ""}
        for name, source in sources.items()
    }
    found, order, lowest, path = [], {}, {}, []

    def visit(name: str) -> None:
        """Tarjan's search for strongly connected components."""
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in sorted(known[name]):
            if other not in order:
                visit(other)
            if other in path:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sources:
        if name not in order:
            visit(name)
    return found


def file_of(module: str, sources: dict[str, Source]) -> str:
    """The file that holds an imported module or name; empty for other people's packages."""
    while module not in sources and "." in module:
        module = module.rpartition(".")[0]
    return module if module in sources else ""


def clock_calls(tree: ast.Module):
    """Lines that call `….now()`, `….today()` or `….utcnow()`."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CLOCK_CALLS
        ):
            yield node.lineno
