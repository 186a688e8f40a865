"""Pseudo-localisation: marked strings become bracketed, accented and longer; unmarked ones show."""

import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from club.management.catalogues.extraction import apps_with_strings, extract_strings
from club.management.catalogues.files import compile_catalogue

CODE: Final = "zz"
OPEN, CLOSE = "⟦", "⟧"
LONGER: Final = 0.4
PADDING: Final = "ōñē ŧŵō ŧħŕēē ƒōūŕ ƒīṽē şīẋ şēṽēñ ēīġħŧ ñīñē ŧēñ "
# Parts that must not change: named and plain placeholders, tags, entities.
KEPT: Final = re.compile(r"(%\(\w+\)[-.\d]*[a-z]|%[sd%]|\{\w*\}|<[^>]+>|&\w+;)")
ACCENTED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒĝħîĵķļmñöþqŕšŧüṽŵẋýžÀƁÇĐÉƑĜĦÎĴĶĻMÑÖÞQŔŠŦÜṼŴẊÝŽ",
)
# Packages whose strings our pages show, each with a catalogue that lists them all.
BORROWED: Final = (
    ("django", "conf/locale/en"),
    ("django", "contrib/auth/locale/en"),
    ("django", "contrib/admin/locale/en"),
    ("allauth", "locale/nl"),
    ("rest_framework", "locale/en_US"),
)


def pseudo_text(text: str) -> str:
    """Return the text in brackets, accented and two fifths longer; placeholders and tags unchanged."""
    parts = KEPT.split(text)
    accented = "".join(part if index % 2 else part.translate(ACCENTED) for index, part in enumerate(parts))
    wanted = round(sum(map(len, parts[::2])) * LONGER)
    padding = (PADDING * (wanted // len(PADDING) + 1))[:wanted].strip()
    head = text[: len(text) - len(text.lstrip())]
    tail = text[len(text.rstrip()) :]
    padded = f"{accented.strip()} {padding}" if padding else accented.strip()
    return f"{head}{OPEN}{padded}{CLOSE}{tail}"


def pseudo_catalogue(sources: Iterable[Catalog]) -> Catalog:
    """Return every string of the sources in the pseudo language."""
    pseudo = Catalog(locale="en", charset="utf-8", fuzzy=False)
    for source in sources:
        for message in source:
            if not message.id:
                continue
            forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            words = tuple(map(pseudo_text, forms))
            pseudo.add(message.id, words[0] if len(words) == 1 else words, context=message.context)
    return pseudo


def write_pseudo(root: Path, folder: Path) -> Path:
    """Write the compiled catalogue to a folder that LOCALE_PATHS may name."""
    own = [extract_strings(root, app) for app in apps_with_strings(root)]
    path = folder / CODE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compile_catalogue(pseudo_catalogue([*_third_party_catalogues(), *own])))
    return path


def _third_party_catalogues() -> Iterable[Catalog]:
    for package, folder in BORROWED:
        found = find_spec(package)
        if found is None or found.origin is None:
            continue
        path = Path(found.origin).parent / folder / "LC_MESSAGES" / "django.po"
        if path.exists():
            with path.open("rb") as source:
                yield read_po(source, ignore_obsolete=True)
