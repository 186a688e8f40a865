"""Extraction of the strings marked for translation, exactly as Django looks them up at run time."""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from django.utils.translation import templatize

# Positions of the strings in a call; "c" marks a context.
KEYWORDS: Final[Mapping[str, Any]] = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# Law books are data: the headings of articles and sections are translated, the wording of articles is not.
BOOK_KEYWORDS: Final[Mapping[str, Any]] = {**KEYWORDS, "Article": (2,), "section": (1,)}
BOOKS: Final = "laws/books"
NOTE: Final = ("Translators:",)
FIRST_APP: Final = "club"

Found = tuple[str, Any, list[str], str | None]


def apps_with_strings(root: Path) -> list[str]:
    """Return the project's apps in the order of their dependencies."""
    return [name for name in (FIRST_APP, "games", "tournaments") if (root / name / "apps.py").exists()]


def extract_strings(root: Path, app: str) -> Catalog:
    """Return all marked strings of an app's modules and templates, with their files."""
    found = Catalog(charset="utf-8", fuzzy=False)
    for path in sorted(_modules(root, app)):
        _add(found, path.relative_to(root), _from_module(path, _keywords(path)))
    for path in sorted(_templates(root, app)):
        _add(found, path.relative_to(root), _from_template(path))
    return found


def _add(found: Catalog, path: Path, strings: Iterable[Found]) -> None:
    for _function, string, notes, context in strings:
        at = [(path.as_posix(), None)]
        found.add(string, locations=at, auto_comments=notes, context=context)  # type: ignore[arg-type]


def _modules(root: Path, app: str) -> Iterator[Path]:
    return (path for path in (root / app).rglob("*.py") if "migrations" not in path.parts)


def _templates(root: Path, app: str) -> Iterator[Path]:
    """Return an app's templates, in a folder of its name; those of no other app belong to club."""
    others = set(apps_with_strings(root)) - {FIRST_APP}
    for path in (root / "templates").rglob("*"):
        top = path.relative_to(root / "templates").parts[0]
        owner = top if top in others else FIRST_APP
        if path.is_file() and owner == app:
            yield path


def _keywords(path: Path) -> Mapping[str, Any]:
    return BOOK_KEYWORDS if BOOKS in path.as_posix() else KEYWORDS


def _from_module(path: Path, keywords: Mapping[str, Any]) -> Iterator[Found]:
    return _extract(path.read_bytes(), keywords)


def _from_template(path: Path) -> Iterator[Found]:
    """Read a template as Django does: it turns tags into calls and the rest into noise."""
    calls = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    flat = re.sub(r"^\s+", "", calls, flags=re.MULTILINE)
    try:
        yield from _extract(flat.encode(), KEYWORDS)
    except tokenize.TokenError as problem:
        raise ValueError(f"{path}: {problem}") from problem


def _extract(source: bytes, keywords: Mapping[str, Any]) -> Iterator[Found]:
    for _line, string, notes, context in extract(
        "python", io.BytesIO(source), keywords, NOTE, {"encoding": "utf-8"}, strip_comment_tags=True
    ):
        yield "", string, notes, context
