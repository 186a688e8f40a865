"""Redaction of a name in text: in every word order, as whole words."""

import re
from collections.abc import Iterable
from typing import Any

MIN_LENGTH = 3
"""Minimum length of a name to look for: a shorter one would match parts of words."""


def spellings(*names: str) -> tuple[str, ...]:
    """Return the spellings of a name, longest first: as given, and with the family name first or last."""
    found = {" ".join(name.split()) for name in names}
    found |= {_invert_order(name) for name in found}
    return tuple(sorted((one for one in found if len(one) >= MIN_LENGTH), key=lambda one: (-len(one), one)))


def replace_name(value: Any, names: Iterable[str], neutral: str) -> Any:
    """Replace each spelling of a name in a text or a structure of texts."""
    known = "|".join(re.escape(name).replace("\\ ", r"\s+") for name in names)
    if not known:
        return value
    return _replace(value, re.compile(rf"(?<!\w)(?:{known})(?!\w)", re.IGNORECASE), neutral)


def _replace(value: Any, pattern: re.Pattern[str], neutral: str) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda _found: neutral, value)
    if isinstance(value, list):
        return [_replace(one, pattern, neutral) for one in value]
    if isinstance(value, dict):
        return {name: _replace(one, pattern, neutral) for name, one in value.items()}
    return value


def _invert_order(name: str) -> str:
    """Invert the name order: "Anderson, James" from "James Anderson", and back."""
    last, comma, first = name.partition(",")
    if comma:
        return f"{first.strip()} {last.strip()}".strip()
    given, _space, family = name.partition(" ")
    return f"{family}, {given}" if family else name
