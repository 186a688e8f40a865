"""Accounts of a case without the names in it: outside its event it is about White, Black and nobody else."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

SHORTEST_NAME: Final = 3
"""Letters of a part of a name that is replaced by itself; initials are replaced with the whole name."""


def without_names(text: str, names: Mapping[str, str]) -> str:
    """The text with each name, and each part of one, replaced by what stands for it.

    `names` says for each full name what it becomes: White, Black, the player. Longer ones go first.
    """
    words: dict[str, str] = {}
    for name, becomes in names.items():
        words.setdefault(name.casefold(), becomes)
        words.setdefault(_turned(name).casefold(), becomes)
    for name, becomes in names.items():
        for part in re.split(r"[\s,]+", name):
            if len(part.strip(".")) >= SHORTEST_NAME:
                words.setdefault(part.casefold(), becomes)
    known = sorted((word for word in words if word), key=len, reverse=True)
    if not known:
        return text
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: words[found[0].casefold()], text)


def holds_words(text: str, wanted: str) -> bool:
    """Whether every word that is looked for is in the text."""
    told = text.casefold()
    return all(word in told for word in wanted.casefold().split())


def _turned(name: str) -> str:
    """A name the other way round: "Anderson, James" as it is said."""
    first, comma, last = name.partition(",")
    parts: Iterable[str] = (last.strip(), first.strip()) if comma else reversed(name.split(" ", 1))
    return " ".join(parts) if comma else ", ".join(parts)
