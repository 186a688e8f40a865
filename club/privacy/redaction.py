"""Taking a name out of what was written: in every order it is written in, wherever it stands as a whole."""

import re
from collections.abc import Iterable
from typing import Any

SHORTEST = 3
"""Letters of a name that is looked for in texts; a shorter one would be found in words."""


def spellings(*names: str) -> tuple[str, ...]:
    """A name as it is written: as given, and the family name first or last. Longer ones first."""
    found = {" ".join(name.split()) for name in names}
    found |= {_turned(name) for name in found}
    return tuple(sorted((one for one in found if len(one) >= SHORTEST), key=lambda one: (-len(one), one)))


def without_name(value: Any, names: Iterable[str], neutral: str) -> Any:
    """A text, or whatever holds texts, with each spelling of a name replaced."""
    known = "|".join(re.escape(name).replace("\\ ", r"\s+") for name in names)
    if not known:
        return value
    return _without(value, re.compile(rf"(?<!\w)(?:{known})(?!\w)", re.IGNORECASE), neutral)


def _without(value: Any, pattern: re.Pattern[str], neutral: str) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda _found: neutral, value)
    if isinstance(value, list):
        return [_without(one, pattern, neutral) for one in value]
    if isinstance(value, dict):
        return {name: _without(one, pattern, neutral) for name, one in value.items()}
    return value


def _turned(name: str) -> str:
    """The name the other way round: "Anderson, James" as it is said, "James Anderson" as lists have it."""
    last, comma, first = name.partition(",")
    if comma:
        return f"{first.strip()} {last.strip()}".strip()
    given, _space, family = name.partition(" ")
    return f"{family}, {given}" if family else name
