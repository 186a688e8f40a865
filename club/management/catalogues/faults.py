"""Faults of a catalogue: strings missing or left over, untranslated, fuzzy, wrong placeholders."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from babel.messages.catalog import Catalog, Message

NAMED: Final = re.compile(r"%\((\w+)\)([sd])|\{(\w*)\}")
PERCENT: Final = re.compile(r"%(?!\(|%)")
MAX_SHOWN: Final = 60


def faults_of(stored: Catalog, wanted: Catalog) -> Iterator[str]:
    """List the faults that make a catalogue incomplete, a line each."""
    for message in wanted:
        if not message.id:
            continue
        known = stored.get(message.id, message.context)
        if known is None or known.id != message.id:
            yield f"missing: {describe_message(message)}"
        else:
            yield from _faults_of_message(known, stored.num_plurals)
    for message in stored:
        if message.id and wanted.get(message.id, message.context) is None:
            yield f"not in the sources any more: {describe_message(message)}"


def _faults_of_message(message: Message, plurals: int) -> Iterator[str]:
    given = message.string if isinstance(message.string, tuple | list) else (message.string,)
    asked = message.id if isinstance(message.id, tuple | list) else (message.id,)
    if message.fuzzy:
        yield f"doubtful (fuzzy): {describe_message(message)}"
    if len(asked) > 1 and len(given) != plurals:
        yield f"{len(given)} plural forms of {plurals}: {describe_message(message)}"
    if not all(given):
        yield f"not translated: {describe_message(message)}"
        return
    for text in given:
        yield from _faults_of_text(str(text), [str(part) for part in asked], message)


def _faults_of_text(text: str, asked: list[str], message: Message) -> Iterator[str]:
    """Check placeholders: a plural form may omit those that an English form omits, and add none."""
    allowed = set().union(*map(placeholders, asked))
    needed = set.intersection(*map(placeholders, asked))
    found = placeholders(text)
    if not needed <= found <= allowed:
        differing = sorted((found - allowed) | (needed - found))
        yield f"placeholders differ ({', '.join(differing)}): {describe_message(message)}"
    if len(PERCENT.findall(text)) != len(PERCENT.findall(asked[0])):
        yield f"a percent sign too many or too few: {describe_message(message)}"
    if (text[0] == "\n", text[-1] == "\n") != (asked[0][0] == "\n", asked[0][-1] == "\n"):
        yield f"begins or ends with another line break: {describe_message(message)}"
    if (text[0] == " ", text[-1] == " ") != (asked[0][0] == " ", asked[0][-1] == " "):
        yield f"begins or ends with another blank: {describe_message(message)}"


def placeholders(text: str) -> set[str]:
    """Return the names of a string's placeholders."""
    return {match.group(0) for match in NAMED.finditer(text)}


def contradictions(catalogues: Mapping[str, Catalog]) -> Iterator[str]:
    """List strings that two apps translate differently: only one of them would be shown."""
    seen: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for app, catalogue in catalogues.items():
        for message in _translated_messages(catalogue):
            seen[str(message.id), message.context or ""][str(message.string)].append(app)
    for (text, _context), translations in seen.items():
        if len(translations) > 1:
            apps = sorted(app for named in translations.values() for app in named)
            yield f"translated differently in {' and '.join(apps)}: {text[:MAX_SHOWN]!r}"


def _translated_messages(catalogue: Catalog) -> Iterable[Message]:
    return (message for message in catalogue if message.id and message.string)


def describe_message(message: Message) -> str:
    """Return a recognisable form of a message."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    context = f" ({message.context})" if message.context else ""
    return f"{str(text)[:MAX_SHOWN]!r}{context}"
