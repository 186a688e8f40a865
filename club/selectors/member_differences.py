"""A list of members beside what the club knows: who is new, who is known, who may be known."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.core.serializers.json import DjangoJSONEncoder

from club.likeness import NameIndex, plain_words
from club.member_lists import MemberLine
from club.models import (
    RUNNING,
    Contact,
    ContactKind,
    FederationNumber,
    HouseholdMember,
    Membership,
    MembershipPlan,
    Person,
)
from club.names import folded

NEW, KNOWN, NEAR, FAULTY = "new", "known", "near", "faulty"
FACTS = ("email", "born_on", "title", "languages")
BESIDE = ("phone", "address", "household", "numbers")
"""What a line tells that is kept in rows of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What counts where a row says nothing."""

    plan: MembershipPlan
    starts_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One line beside the club's persons."""

    line: MemberLine
    state: str
    plan: MembershipPlan | None = None
    starts_on: date | None = None
    person: Person | None = None
    near: tuple[Person, ...] = ()
    fills: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    joins: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What a club knows, read once for a whole list."""

    persons: dict[int, Person]
    by_words: dict[tuple[str, ...], list[Person]]
    index: NameIndex
    members: frozenset[int]
    by_number: dict[tuple[str, str], int]
    held: dict[int, frozenset[str]]  # of what else than a person's own facts there is something
    plans: dict[str, MembershipPlan]


def member_differences(
    *, organisation_id: int, lines: Sequence[MemberLine], defaults: Defaults
) -> list[Difference]:
    """Each line beside what the club knows; nothing is changed by it."""
    known, found = _known(organisation_id), []
    seen: set[tuple[object, ...]] = set()
    for line in lines:
        keys = {(plain_words(line.name), line.born_on), *line.numbers}
        if not line.fault and keys & seen:
            line = MemberLine(number=line.number, name=line.name, fault="twice", told=line.name)  # noqa: PLW2901
        seen |= keys
        found.append(_difference(line, known, defaults))
    return found


def fits(person: Person, line: MemberLine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which empty facts of a person a line fills, and which it tells otherwise."""
    facts = {name: (getattr(person, name), getattr(line, name)) for name in FACTS}
    fills = tuple(name for name, (held, told) in facts.items() if told and not held)
    differs = tuple(name for name, (held, told) in facts.items() if told and held and told != held)
    return fills, differs


def digest_of(found: Sequence[Difference]) -> str:
    """What was shown, in a few letters: another digest, and the club or the list changed meanwhile."""
    said = [
        [
            *(one.line.number, one.line.name, one.state),
            [getattr(one.line, name) for name in (*FACTS, *BESIDE)],
            *(one.plan.pk if one.plan else None, one.starts_on, one.person.pk if one.person else None),
            *(list(one.fills), one.joins, [person.pk for person in one.near]),
        ]
        for one in found
    ]
    return hashlib.sha256(json.dumps(said, cls=DjangoJSONEncoder).encode()).hexdigest()[:32]


def _known(organisation_id: int) -> Known:
    persons = {one.pk: one for one in Person.objects.filter(organisation_id=organisation_id)}
    by_words: dict[tuple[str, ...], list[Person]] = {}
    for person in persons.values():
        by_words.setdefault(plain_words(person.name), []).append(person)
    running = Membership.objects.filter(organisation_id=organisation_id, state__in=RUNNING)
    plans = MembershipPlan.objects.filter(organisation_id=organisation_id, is_offered=True)
    return Known(
        persons=persons,
        by_words=by_words,
        index=NameIndex((one.pk, one.name) for one in persons.values()),
        members=frozenset(running.values_list("person_id", flat=True)),
        by_number={
            (body, number): person
            for person, body, number in FederationNumber.objects.filter(
                person__organisation_id=organisation_id
            ).values_list("person_id", "body", "number")
        },
        held=_held(organisation_id),
        plans={folded(plan.name): plan for plan in plans},
    )


def _held(organisation_id: int) -> dict[int, frozenset[str]]:
    """Of which persons there is a telephone number, an address, a household, a number at which federation."""
    of_club = {"person__organisation_id": organisation_id}
    kinds = {ContactKind.PHONE: "phone", ContactKind.ADDRESS: "address"}
    contacts = Contact.objects.filter(**of_club, kind__in=list(kinds)).values_list("person_id", "kind")
    homes = HouseholdMember.objects.filter(**of_club).values_list("person_id", flat=True)
    numbers = FederationNumber.objects.filter(**of_club).values_list("person_id", "body")
    found: dict[int, set[str]] = {}
    for person, what in (
        *((person, kinds[ContactKind(kind)]) for person, kind in contacts),
        *((person, "household") for person in homes),
        *((person, body) for person, body in numbers),
    ):
        found.setdefault(person, set()).add(what)
    return {person: frozenset(what) for person, what in found.items()}


def _fills_beside(line: MemberLine, held: frozenset[str]) -> tuple[str, ...]:
    named = [name for name in BESIDE if name != "numbers" and getattr(line, name) and name not in held]
    return (*named, *(("numbers",) if any(body not in held for body, _number in line.numbers) else ()))


def _difference(line: MemberLine, known: Known, defaults: Defaults) -> Difference:
    if line.fault:
        return Difference(line=line, state=FAULTY)
    plan = known.plans.get(folded(line.plan)) if line.plan else defaults.plan
    if plan is None:
        wrong = MemberLine(number=line.number, name=line.name, fault="unknown_plan", told=line.plan)
        return Difference(line=wrong, state=FAULTY)
    starts_on = line.starts_on or defaults.starts_on
    numbered = [known.persons[known.by_number[one]] for one in line.numbers if one in known.by_number]
    same = [one for one in known.by_words.get(plain_words(line.name), []) if _may_be(one, line)]
    same = [one for one in same if one in numbered] or same
    if len(same) == 1 and set(numbered) <= set(same):
        (person,) = same
        fills, differs = fits(person, line)
        fills += _fills_beside(line, known.held.get(person.pk, frozenset()))
        joins = person.pk not in known.members
        return Difference(
            line=line,
            state=KNOWN,
            plan=plan,
            starts_on=starts_on,
            person=person,
            fills=fills,
            differs=differs,
            joins=joins,
        )
    near = tuple(same) or tuple(known.persons[number] for number in known.index.near(line.name))
    near = tuple(dict.fromkeys((*numbered, *near)))  # whose number it is comes first, whatever the name
    return Difference(line=line, state=NEAR if near else NEW, plan=plan, starts_on=starts_on, near=near)


def _may_be(person: Person, line: MemberLine) -> bool:
    """Whether nothing speaks against the two being one: the birth dates, where both are known."""
    return person.born_on is None or line.born_on is None or person.born_on == line.born_on
