"""Names, paths and commands in the documents exist."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from processes import REPOSITORY

APPS = ("club", "games", "tournaments")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/*.md", *(f"{app}/README.md" for app in APPS))
SOURCES = (*APPS, "templates", "tests", "benchmarks")
SKIPPED = {"__pycache__", "locale", "migrations", "built", "node_modules"}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED_IN = re.compile(r"`(\w+)`(?: in|, both in) `([\w/.]+)`")
UNSPOKEN = re.compile(r'"""(?:.|\n)*?"""|(?<!["\'&/])#[^\n"\']*$', re.MULTILINE)  # docstrings and comments
ROUTE = re.compile(r"path\(\s*f?\"([^\"]*)\"")
SUFFIXES = (".py", ".md", ".html", ".js", ".toml", ".yaml", ".json", ".txt", ".po")
# Of Django, Python and other tools.
FOREIGN = {
    *("createsuperuser", "migrate", "collectstatic", "makemigrations", "help", "check", "ready", "AppConfig"),
    *("git", "make", "pytest", "uv", "ruff", "mypy", "djlint", "venv", "pip"),
}


def documents() -> list[Path]:
    """Return the documents that are checked; decisions describe the past as well."""
    return [path for pattern in DOCUMENTS for path in sorted(REPOSITORY.glob(pattern))]


@cache
def tree() -> tuple[Path, ...]:
    """Return all source files and folders."""

    def walk(folder: Path) -> Iterator[Path]:
        for path in folder.iterdir():
            if path.name not in SKIPPED:
                yield path
                if path.is_dir():
                    yield from walk(path)

    return tuple(path for name in SOURCES for path in walk(REPOSITORY / name))


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the words of the code of a module or of a folder, without docstrings and comments."""
    if path.is_dir():
        return frozenset().union(
            *(names_in(one) for one in tree() if one.suffix == ".py" and path in one.parents)
        )
    return frozenset(re.findall(r"\w+", UNSPOKEN.sub("", path.read_text(encoding="utf-8"))))


@cache
def known() -> frozenset[str]:
    """Return every name: words of the code, modules, folders, make targets and settings."""
    names = set(FOREIGN)
    for path in tree():
        names.add(path.stem)
        if path.suffix == ".py" and path.name != "test_documents.py":
            names |= names_in(path)
    for name in ("Makefile", "pyproject.toml", ".env.example", "compose.yaml"):
        names |= set(re.findall(r"[\w-]+", (REPOSITORY / name).read_text(encoding="utf-8")))
    return frozenset(names)


@cache
def route_parts() -> frozenset[str]:
    """Return the fixed parts of all addresses."""
    modules = [path for path in tree() if path.name in {"urls.py", "api_urls.py"}]
    routes = " ".join(route for path in modules for route in ROUTE.findall(path.read_text(encoding="utf-8")))
    return frozenset(re.findall(r"[\w.-]+", re.sub(r"<[^>]*>", " ", routes)))


def located(text: str, document: Path) -> Path | None:
    """Return the file or folder that a path names; <...> and NAME match any name."""
    pattern = re.sub(r"<[^>]*>|\b[A-Z]+\b(?!\.md|\.txt)", "*", text.rstrip("/"))
    roots = (REPOSITORY, document.parent, *(REPOSITORY / name for name in (*APPS, "tests", "templates")))
    if "*" in pattern:
        return next((path for root in roots for path in root.glob(pattern)), None)
    candidates = (root / name for root in roots for name in (pattern, f"{pattern}.py", f"{pattern}.html"))
    return next((path for path in candidates if path.exists()), None)


def is_path(word: str, document: Path) -> bool:
    """Return whether a path, the name of a file, or an address exists."""
    if located(word, document) or any(path.name == word.rstrip("/") for path in tree()):
        return True
    parts = [
        part
        for part in re.sub(r"<[^>]*>", "", word).split("/")
        if part and not part.isupper() and part != "..."
    ]
    return not word.endswith(SUFFIXES) and set(parts) <= route_parts() | known()


def missing_command(word: str, document: Path) -> Iterator[str]:
    """Yield the commands, make targets and paths of a command line that do not exist."""
    for name in re.findall(r"manage\.py ([a-z_]+)", word):
        if name not in FOREIGN and not any(
            (REPOSITORY / app / f"management/commands/{name}.py").exists() for app in APPS
        ):
            yield name
    if word.startswith("make "):
        targets = re.findall(
            r"^([\w-]+):|\b(test-[\w-]+)", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
        )
        known_targets = {target for found in targets for target in found}
        yield from (
            one for one in word.split()[1:] if re.fullmatch(r"[a-z-]+", one) and one not in known_targets
        )
    for one in re.findall(r"(?:tests|club|games|tournaments|docs)/[\w/.]+", word):
        if not located(one, document):
            yield one


def missing(word: str, document: Path) -> Iterator[str]:
    """Yield what of a word in backticks does not exist."""
    word = word.removeprefix("@").removesuffix("()")
    if " " in word:
        yield from missing_command(word, document)
    elif re.fullmatch(r"(?:[\w.<>*-]+/)+(?!\d)[\w.<>*-]*", word) or re.fullmatch(
        r"[\w-]+\.(?:py|md|toml|yaml|html|js)", word
    ):
        if not is_path(word, document):
            yield word
    elif re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", word):
        yield from (one for one in word.split(".") if one not in known())


def faults(text: str, document: Path) -> list[str]:
    """Return everything that a document names and that does not exist."""
    found = []
    for kind, block in FENCE.findall(text):
        if kind == "mermaid":
            words = re.findall(r"(?<![\w/])(?:\w+/)+\w+(?![\w/])|\w*_\w+", block)
            found += [one for word in words for one in missing(word, document)]
        else:
            lines = [line.partition("  #")[0] for line in block.splitlines()]
            found += [one for line in lines for one in missing_command(line, document)]
    prose = FENCE.sub("", text)
    for word in re.findall(r"`([^`\n]+)`", prose):
        found += missing(word, document)
    for name, place in NAMED_IN.findall(prose):
        path = located(place, document)
        if path and (path.is_dir() or path.suffix == ".py") and name not in names_in(path) | {path.name}:
            found.append(f"{name} in {place}")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
        if "://" not in target and not (document.parent / target).exists():
            found.append(target)
    return found


@pytest.mark.parametrize("name", [str(path.relative_to(REPOSITORY)) for path in documents()])
def test_everything_named_in_a_document_exists(name):
    path = REPOSITORY / name
    assert faults(path.read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize(
    "text",
    [
        "`club/audit/no_such_module.py`",
        "`tests/club/no_such_folder`",
        "`no_such_function`",
        "`Event.no_such_field`",
        "`make no-such-target`",
        "`manage.py no_such_command`",
        "`require_permission` in `club/core/errors.py`",
        "`pytest tests/no_such_test.py`",
        "[there](docs/no_such.md)",
        "```mermaid\nA --> no_such_function\n```",
        "```\npytest tests/no_such_test.py\n```",
    ],
)
def test_a_missing_name_is_found(text):
    assert faults(text, REPOSITORY / "README.md")
