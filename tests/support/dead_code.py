"""Code that no product code uses: functions, classes, methods and constants. `make lint` runs this.

Vulture reads the apps and the benchmarks, not the tests. A name is in use, too, if a template or script has
it, if a decorator registers it, or if it is part of a dotted string (`handler404`). Fields and members of
enumerations are left out: Django reads them by name, and databases store their values.
"""

import ast
import re
import sys
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("club", "games", "tournaments")
READ = [ROOT / part for part in (*APPS, "benchmarks")]
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]+\b")  # at the beginning of a line
READ_BY_NAME = {"registry.py", "settings.py", "testing.py", "formats.py"}
KINDS = ("function", "class", "method", "property")
DOTTED = re.compile(r"[\w.]+")
# Methods that Django, DRF and their packages call, and those of the parser of HTML in the standard library.
CALLED = [
    *("get_*", "clean_*", "validate*", "process_*", "has_*permission"),
    *("handle", "handle_*", "add_arguments", "as_postgresql", "as_sqlite"),
]
NOT_OURS = {
    "ClubConfig": "Django finds it",
    "GamesConfig": "Django finds it",
    "TournamentsConfig": "Django finds it",
    "CreateModels": "migrations",
    "deconstruct": "migrations",
    "Heart": "a step of the Celery worker",
    "Sweeper": "a step of the Celery worker",
    "TokenScheme": "an extension of drf-spectacular",
    "_get_schema_response": "drf-spectacular",
    "_purge": "kombu",
    "create_cursor": "Django",
    "_put": "kombu",
    "driver_version": "kombu",
    "authenticate_credentials": "knox",
    "is_open_for_signup": "allauth",
    "delete_queryset": "the admin",
    "prepare_value": "a form field",
    "writable": "a stream",
    "connection_made": "asyncio",
    "connection_lost": "asyncio",
    "_retention": "the command `members` finds it by the name of its task",
    "_duplicates": "the command `members` finds it by the name of its task",
    "_data": "the command `members` finds it by the name of its task",
    "declarations": "tests read the declared access of all addresses",
    "to_url": "a converter of addresses",
    "valued_moves": "tests read ending tables with it",
    "NOT_RULES": "tests compare it with the fields of a variant",
    "TIE_BREAK_NAMES": "marks texts for translation",
    "NEVER_LOST": "the name of a number that compiled code repeats",
}


def words_of_templates():
    scripts = [path for app in APPS for path in (ROOT / app / "static").rglob("*.js")]
    for path in (*(ROOT / "templates").rglob("*.*"), *scripts):
        yield from re.findall(r"\w+", path.read_text(errors="ignore"))


def words_of_strings():
    for path in (path for folder in READ for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and DOTTED.fullmatch(text):
                yield from text.split(".")


def unused():
    """Yield the finds, and the names above that are no longer needed."""
    vulture = Vulture(ignore_decorators=["@*"], ignore_names=CALLED)
    vulture.scavenge([str(folder) for folder in READ], exclude=["*/migrations/*"])
    known = {*words_of_templates(), *words_of_strings()}
    seen = set()
    for find in vulture.get_unused_code():
        path = Path(find.filename)
        line = path.read_text().splitlines()[find.first_lineno - 1]
        is_constant = CONSTANT.match(line) and path.name not in READ_BY_NAME
        seen.add(find.name)
        if (find.typ in KINDS or is_constant) and find.name not in known | NOT_OURS.keys():
            yield f"{path.relative_to(ROOT)}:{find.first_lineno}: nobody uses {find.name}"
    yield from (f"{Path(__file__).name}: {name} is in use, take it out" for name in NOT_OURS.keys() - seen)


if __name__ == "__main__":
    sys.exit("\n".join(sorted(unused())) or None)
