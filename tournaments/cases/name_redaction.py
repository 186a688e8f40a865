"""Redaction of case texts for readers outside the event: players become White and Black."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

MIN_NAME_PART: Final = 3
"""Letters of a part of a name that is replaced by itself; initials are replaced with the whole name."""


def redact_names(text: str, names: Mapping[str, str]) -> str:
    """Replace each name in a text, and each part of a name, by its substitute.

    `names` maps each full name to its substitute: White, Black, the player. Longer names are replaced first.
    """
    words: dict[str, str] = {}
    for name, becomes in names.items():
        words.setdefault(name.casefold(), becomes)
        words.setdefault(_swap_name_order(name).casefold(), becomes)
    for name, becomes in names.items():
        for part in re.split(r"[\s,]+", name):
            if len(part.strip(".")) >= MIN_NAME_PART:
                words.setdefault(part.casefold(), becomes)
    known = sorted((word for word in words if word), key=len, reverse=True)
    if not known:
        return text
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: words[found[0].casefold()], text)


def contains_all_words(text: str, wanted: str) -> bool:
    """Check that a text contains every search word."""
    told = text.casefold()
    return all(word in told for word in wanted.casefold().split())


def _swap_name_order(name: str) -> str:
    """Return a name in the other order: "Anderson, James" and "James Anderson"."""
    first, comma, last = name.partition(",")
    parts: Iterable[str] = (last.strip(), first.strip()) if comma else reversed(name.split(" ", 1))
    return " ".join(parts) if comma else ", ".join(parts)
