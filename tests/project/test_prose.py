"""Limits of plain language: docstrings, names of modules, sizes of folders, length of lines.

Rates are per 10,000 words of docstring. The limits follow rest_framework, allauth, celery and bugsink,
measured in the same way.
"""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from processes import REPOSITORY

APPS = ("club", "games", "tournaments")
SKIPPED = {"migrations", "built", "__pycache__", "locale", "node_modules", "vendor"}
OPENERS = re.compile(r"(What|Who|Whose|Whether|Where|How|Which|When|As)\b")
RATES = {
    "somebody, nobody, whoever, everybody": (r"\b(?:some|no|any|every)body\b|\bwhoever\b", 3),
    "tell, told, says, said": (r"\b(?:tells?|told|telling|says?|said)\b", 10),
    "keep, kept, held, stands": (r"\b(?:keeps?|kept|holds?|held|stands?|stood)\b", 12),
    "anew, wherever, beside, goes by": (
        r"\b(?:anew|reckons?|reckoned|amiss|whole of|wherever|whence|thereof|beside|goes by)\b",
        3,
    ),
}
MAX_OPENERS_PERCENT = 2
SMALL_MODULE_LINES = 40
MAX_SMALL_MODULES = 60
MAX_MODULES_IN_FOLDER = 30
MAX_MODULES_AT_ROOTS = 45
MAX_LINE = 140
ODD_NAMES = re.compile(
    r"(?:^|_)(?:ways_back|names_out|kept|held|told|carried|holdings|looks|apart|belonging|misfits|untouched|unended|"
    r"lookalikes|likeness|namesakes|acts|places|guesses|present|waiting|own|said|handing_out|words|texts)(?:_|$)"
)


@cache
def modules() -> tuple[tuple[Path, str], ...]:
    """Return every module of the apps with its source."""
    paths = (path for app in APPS for path in sorted((REPOSITORY / app).rglob("*.py")))
    return tuple(
        (path.relative_to(REPOSITORY), path.read_text(encoding="utf-8"))
        for path in paths
        if not SKIPPED & set(path.parts)
    )


@cache
def docstrings() -> tuple[str, ...]:
    """Return the docstrings of all modules."""
    return tuple(text for _, source in modules() for text in docstrings_of(source))


def docstrings_of(source: str) -> list[str]:
    """Return the docstrings of a module, its classes and functions."""
    defined = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found, bodies = [], [ast.parse(source)]
    while bodies:  # statements alone: a walk over the expressions takes four times as long
        node = bodies.pop()
        if isinstance(node, defined) and (text := ast.get_docstring(node)):
            found.append(text)
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            bodies.extend(getattr(node, name, ()))
    return found


def openers_percent(texts) -> float:
    """Return the share of docstrings that begin with a question word."""
    return 100 * sum(1 for text in texts if OPENERS.match(text)) / max(len(texts), 1)


def rate(pattern: str, texts) -> float:
    """Return the hits of a pattern per 10,000 words."""
    words = sum(len(re.findall(r"\w+", text)) for text in texts)
    hits = sum(len(re.findall(pattern, text, re.IGNORECASE)) for text in texts)
    return 10_000 * hits / max(words, 1)


def long_lines(text: str) -> list[int]:
    """Return the numbers of lines of prose that are too long; tables and links may be longer."""
    lines = enumerate(text.splitlines(), 1)
    return [number for number, line in lines if len(line) > MAX_LINE and "|" not in line and "](" not in line]


def folders() -> Counter:
    """Return the number of modules in each folder."""
    return Counter(str(path.parent) for path, _ in modules() if path.name != "__init__.py")


def test_docstrings_begin_with_a_verb_or_a_noun():
    assert openers_percent(docstrings()) <= MAX_OPENERS_PERCENT


@pytest.mark.parametrize("label", RATES)
def test_docstrings_use_the_words_of_the_trade(label):
    pattern, limit = RATES[label]
    assert rate(pattern, docstrings()) <= limit


def test_few_modules_are_small():
    small = [str(path) for path, source in modules() if source.count("\n") <= SMALL_MODULE_LINES]
    small = [name for name in small if not name.endswith("__init__.py")]
    assert len(small) <= MAX_SMALL_MODULES


def test_modules_have_names_that_other_projects_use():
    assert [str(path) for path, _ in modules() if ODD_NAMES.search(path.stem)] == []


def test_folders_are_not_full():
    assert {folder: count for folder, count in folders().items() if count > MAX_MODULES_IN_FOLDER} == {}


def test_few_modules_are_loose_at_the_roots_of_the_apps():
    assert sum(folders()[app] for app in APPS) <= MAX_MODULES_AT_ROOTS


def test_lines_of_documents_are_short():
    documents = [*REPOSITORY.glob("*.md"), *REPOSITORY.glob("*/*.md"), *REPOSITORY.glob("*/*/README.md")]
    documents = [path for path in documents if not path.relative_to(REPOSITORY).parts[0].startswith(".")]
    found = {str(path): long_lines(path.read_text(encoding="utf-8")) for path in documents}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_measures_find_what_they_look_for():
    texts = docstrings_of(
        '"""Whether it is kept."""\n\n\nif True:\n    def one():\n        """Somebody told it."""\n'
    )
    assert texts == ["Whether it is kept.", "Somebody told it."]
    assert openers_percent(texts) == 50
    assert [round(rate(pattern, texts)) for pattern, _ in RATES.values()] == [1429, 1429, 1429, 0]
    assert ODD_NAMES.search("case_texts")
    assert not ODD_NAMES.search("messages")
    assert long_lines(f"{'a' * 141}\n{'a' * 140}\n|{'a' * 141}|\n") == [1]
