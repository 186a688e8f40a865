"""Comparison of a member list with the club's data: new, known and possibly known persons."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from club.core.names import fold_name
from club.members.member_columns import guess_plan
from club.members.member_lists import MemberLine, OmittedCell
from club.members.name_similarity import NameIndex, plain_words
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

NEW, KNOWN, NEAR, FAULTY = "new", "known", "near", "faulty"
FACTS = ("email", "born_on", "title", "languages")
RELATED_FIELDS = ("phone", "address", "household", "numbers")
"""Fields of a line that are stored in rows of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Defaults for empty cells."""

    plan: MembershipPlan
    starts_on: date
    plans: Mapping[str, MembershipPlan | None] = field(default_factory=dict)
    """Plan for each membership kind of the list, by its folded text; None is no membership."""


class PlanValue(NamedTuple):
    """A membership kind of the list, its number of rows, and its plan."""

    value: str
    rows: int
    plan: MembershipPlan | None
    is_known: bool  # chosen, named like a plan or guessed; otherwise the default plan applies


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A line compared with the club's persons."""

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
class KnownPersons:
    """Data of a club, loaded once for a whole list."""

    persons: dict[int, Person]
    by_words: dict[tuple[str, ...], list[Person]]
    index: NameIndex
    members: frozenset[int]
    by_number: dict[tuple[str, str], int]
    held: dict[int, frozenset[str]]  # related data that a person has
    plans: list[MembershipPlan]


def member_differences(
    *, organisation_id: int, lines: Sequence[MemberLine], defaults: Defaults
) -> list[Difference]:
    """Compare each line with the club's data; read-only."""
    known = _load_known(organisation_id)
    seen: set[tuple[object, ...]] = set()
    return [_difference(_check_repeats(line, seen), known, defaults) for line in lines]


def _check_repeats(line: MemberLine, seen: set[tuple[object, ...]]) -> MemberLine:
    """Compare a line with those above it: a repeated name needs a decision, a repeated number is dropped."""
    if line.fault:
        return line
    key = (plain_words(line.name), line.born_on)
    if key in seen:
        return replace(line, fault="twice", told=line.name)
    taken = [one for one in line.numbers if one in seen]
    seen |= {key, *line.numbers}
    if not taken:
        return line
    left = [OmittedCell("federation_numbers", "number_twice", " ".join(one)) for one in taken]
    numbers = tuple(one for one in line.numbers if one not in taken)
    return replace(line, numbers=numbers, left=(*line.left, *left))


def plan_values(*, organisation_id: int, lines: Sequence[MemberLine], defaults: Defaults) -> list[PlanValue]:
    """Return the membership kinds of a list, most frequent first, each with its plan."""
    plans = list(_offered_plans(organisation_id).order_by("pk"))
    written: dict[str, list[str]] = {}
    for line in lines:
        if line.plan and not line.fault:
            written.setdefault(fold_name(line.plan), []).append(line.plan)
    values = []
    for cells in written.values():
        plan, is_known = _plan_of(cells[0], plans, defaults)
        values.append(PlanValue(cells[0], len(cells), plan, is_known))
    return sorted(values, key=lambda one: (-one.rows, one.value))


def _offered_plans(organisation_id: int) -> QuerySet[MembershipPlan]:
    return MembershipPlan.objects.filter(organisation_id=organisation_id, is_offered=True)


def _plan_of(
    value: str, plans: Sequence[MembershipPlan], defaults: Defaults
) -> tuple[MembershipPlan | None, bool]:
    """Return the plan for a membership kind, and whether it is certain."""
    if not value:
        return defaults.plan, True
    if fold_name(value) in defaults.plans:
        return defaults.plans[fold_name(value)], True
    plan = guess_plan(value, plans)
    return plan or defaults.plan, plan is not None


def fits(person: Person, line: MemberLine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the empty fields that a line fills, and the fields in conflict."""
    facts = {name: (getattr(person, name), getattr(line, name)) for name in FACTS}
    fills = tuple(name for name, (held, told) in facts.items() if told and not held)
    differs = tuple(name for name, (held, told) in facts.items() if told and held and told != held)
    return fills, differs


def digest_of(found: Sequence[Difference]) -> str:
    """Fingerprint of the comparison, to detect a change of the club or the list since it was shown."""
    serialized = [
        [
            *(one.line.number, one.line.name, one.state),
            [getattr(one.line, name) for name in (*FACTS, *RELATED_FIELDS)],
            *(one.plan.pk if one.plan else None, one.starts_on, one.person.pk if one.person else None),
            *(list(one.fills), one.joins, [person.pk for person in one.near], one.line.left),
        ]
        for one in found
    ]
    return hashlib.sha256(json.dumps(serialized, cls=DjangoJSONEncoder).encode()).hexdigest()[:32]


def _load_known(organisation_id: int) -> KnownPersons:
    persons = {one.pk: one for one in Person.objects.filter(organisation_id=organisation_id)}
    by_words: dict[tuple[str, ...], list[Person]] = {}
    for person in persons.values():
        by_words.setdefault(plain_words(person.name), []).append(person)
    running = Membership.objects.filter(organisation_id=organisation_id, state__in=RUNNING)
    plans = _offered_plans(organisation_id)
    return KnownPersons(
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
        held=_related_data(organisation_id),
        plans=list(plans.order_by("pk")),
    )


def _related_data(organisation_id: int) -> dict[int, frozenset[str]]:
    """Map persons to their related data: phone number, address, household, bodies with a number."""
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


def _fills_related(line: MemberLine, held: frozenset[str]) -> tuple[str, ...]:
    named = [
        name for name in RELATED_FIELDS if name != "numbers" and getattr(line, name) and name not in held
    ]
    return (*named, *(("numbers",) if any(body not in held for body, _number in line.numbers) else ()))


def _difference(line: MemberLine, known: KnownPersons, defaults: Defaults) -> Difference:
    if line.fault and line.fault != "twice":
        return Difference(line=line, state=FAULTY)
    plan, is_known = _plan_of(line.plan, known.plans, defaults)
    if not is_known:
        line = replace(line, left=(*line.left, OmittedCell("plan", "unknown_plan", line.plan)))
    starts_on = line.starts_on or defaults.starts_on
    if line.fault:
        return Difference(line=line, state=NEAR, plan=plan, starts_on=starts_on)
    numbered = [known.persons[known.by_number[one]] for one in line.numbers if one in known.by_number]
    same = [one for one in known.by_words.get(plain_words(line.name), []) if _may_be(one, line)]
    same = [one for one in same if one in numbered] or same
    if len(same) == 1 and set(numbered) <= set(same):
        (person,) = same
        fills, differs = fits(person, line)
        fills += _fills_related(line, known.held.get(person.pk, frozenset()))
        joins = plan is not None and person.pk not in known.members
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
    near = tuple(dict.fromkeys((*numbered, *near)))  # a match by number comes first, whatever the name
    return Difference(line=line, state=NEAR if near else NEW, plan=plan, starts_on=starts_on, near=near)


def _may_be(person: Person, line: MemberLine) -> bool:
    """Check that known birth dates do not conflict."""
    return person.born_on is None or line.born_on is None or person.born_on == line.born_on
