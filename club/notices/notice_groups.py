"""Registry of the groups that notices can go to: each app registers its kinds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from club.notices.errors import UnknownGroup

PERSON = "person"
"""Kind for a single person: its argument is an id, and it is not offered as a list."""


class Choice(NamedTuple):
    """A group to choose: its key, such as "plan:3", and its label."""

    key: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupKind:
    """A kind of group: its groups in a club, and the persons of each."""

    key: str
    label: Any
    choices: Callable[[int], Iterable[tuple[str, str]]]
    persons: Callable[[int, str], Iterable[int]]


KINDS: dict[str, GroupKind] = {}


def group_kind(
    key: str, *, label: Any, choices: Callable[[int], Iterable[tuple[str, str]]]
) -> Callable[[Callable[[int, str], Iterable[int]]], Callable[[int, str], Iterable[int]]]:
    """Register the decorated function to resolve groups of this kind, by club and argument."""

    def register(persons: Callable[[int, str], Iterable[int]]) -> Callable[[int, str], Iterable[int]]:
        KINDS[key] = GroupKind(key=key, label=label, choices=choices, persons=persons)
        return persons

    return register


def offered(organisation_id: int) -> list[tuple[str, list[Choice]]]:
    """List the groups of a club by kind; empty kinds are left out."""
    found = [
        (str(kind.label), [_choice(kind, *one) for one in kind.choices(organisation_id)])
        for kind in KINDS.values()
        if kind.key != PERSON
    ]
    return [(label, choices) for label, choices in found if choices]


def _choice(kind: GroupKind, argument: str, label: str) -> Choice:
    return Choice(key_of(kind.key, argument), label)


def key_of(kind: str, argument: str) -> str:
    """Key of a group, as a notice stores it."""
    return f"{kind}:{argument}" if argument else kind


def members_of_group(organisation_id: int, group: str) -> list[int]:
    """Return the ids of the persons in a group; raise UnknownGroup for an unregistered kind."""
    name, _colon, argument = group.partition(":")
    kind = KINDS.get(name)
    if kind is None:
        raise UnknownGroup(group=group[:80])
    return list(kind.persons(organisation_id, argument))


def number_in(argument: str, group: str) -> int:
    """Parse the id that is the argument of a group."""
    if not (argument.isascii() and argument.isdecimal() and len(argument) < 19):  # noqa: PLR2004 - digits of a key
        raise UnknownGroup(group=group[:80])
    return int(argument)
