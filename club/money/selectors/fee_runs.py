"""Fee runs: the preview of a period as of now, and the booked runs."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from club.models import (
    ConcessionKind,
    EntryKind,
    FeeAdjustment,
    FeeLine,
    FeeRule,
    FeeRun,
    FeeRunState,
    FeeTerms,
    Guardianship,
    HouseholdMember,
    Membership,
    MembershipChange,
    MembershipState,
    Person,
)
from club.money.fees import Household, Line, Member, Period, Rule, Span, age_on, fee_lines
from club.money.selectors.books import money_settings_of

ADULT_AGE = 18
SHOWN = ("name", "sort_name", "search_key", "born_on")


@dataclass(frozen=True)
class FeePreview:
    """Preview of a run: a line for every member, and the persons by number."""

    period: Period
    currency: str
    lines: list[Line]
    persons: dict[int, Person]

    @cached_property
    def charged(self) -> list[Line]:
        """Lines with an amount."""
        return [one for one in self.lines if one.is_charged]

    @cached_property
    def left_out(self) -> list[Line]:
        """Lines without an amount, each with a reason."""
        return [one for one in self.lines if not one.is_charged]

    @cached_property
    def total(self) -> int:
        """Total of the amounts."""
        return sum(one.amount for one in self.charged)

    @cached_property
    def payers(self) -> dict[int, list[Line]]:
        """Lines of each invoice, by payer."""
        found: dict[int, list[Line]] = {}
        for one in self.charged:
            found.setdefault(one.payer_id, []).append(one)
        return found

    @cached_property
    def seen(self) -> str:
        """Digest of the preview; a booking sends it back to confirm exactly this preview."""
        told = [[one.person_id, one.payer_id, one.amount, one.why_not] for one in self.lines]
        serialized = json.dumps([str(self.period.starts_on), str(self.period.ends_on), self.currency, told])
        return hashlib.sha256(serialized.encode()).hexdigest()[:32]


def fee_preview(*, organisation_id: int, period: Period) -> FeePreview:
    """Preview a run for this period as of now; every member of the club is in it once."""
    books = money_settings_of(organisation_id=organisation_id)
    spans = _spans(organisation_id)
    known = Person.objects.filter(pk__in=_members(organisation_id)).only(*SHOWN)
    persons = {one.pk: one for one in known}
    ordered = sorted(persons.values(), key=lambda one: (one.search_key, one.pk))
    members = _as_members(organisation_id, period, ordered, spans)
    lines = fee_lines(
        period=period,
        members=members,
        rules=_rules(organisation_id),
        household=Household(books.household_most, books.household_free_from),
    )
    others = {one.payer_id for one in lines} - set(persons)
    persons |= {one.pk: one for one in Person.objects.filter(pk__in=others).only(*SHOWN)}
    return FeePreview(period, books.currency, lines, persons)


def draft_of(*, organisation_id: int, period: Period) -> FeeRun | None:
    """Draft of a period with its manual adjustments."""
    rows = FeeRun.objects.filter(organisation_id=organisation_id, state=FeeRunState.DRAFT)
    return rows.filter(starts_on=period.starts_on, ends_on=period.ends_on).first()


def booked_runs(*, organisation_id: int) -> QuerySet[FeeRun]:
    """Booked runs, latest first."""
    return FeeRun.objects.filter(organisation_id=organisation_id, state=FeeRunState.BOOKED)


def _members(organisation_id: int) -> QuerySet[Membership, Any]:
    return Membership.objects.filter(organisation_id=organisation_id).order_by().values("person_id")


def _spans(organisation_id: int) -> dict[int, list[Span]]:
    """Memberships of all members; one that was applied for and ended counts as refused."""
    began = [MembershipState.ACTIVE, MembershipState.PAUSED]
    changes = MembershipChange.objects.filter(membership__organisation_id=organisation_id)
    applied = set(changes.filter(state=MembershipState.APPLIED).values_list("membership_id", flat=True))
    applied -= set(changes.filter(state__in=began).values_list("membership_id", flat=True))
    found: defaultdict[int, list[Span]] = defaultdict(list)
    rows = Membership.objects.filter(organisation_id=organisation_id).order_by("starts_on", "pk")
    told = ("person_id", "pk", "plan_id", "plan__name", "plan__kind", "starts_on", "ends_on", "state")
    for person, number, plan, name, kind, first, last, state in rows.values_list(*told):
        refused = state == MembershipState.ENDED and number in applied
        found[person].append(
            Span(
                plan_id=plan,
                plan=name,
                kind=kind,
                starts_on=first,
                ends_on=last,
                state="refused" if refused else state,
            )
        )
    return found


def _rules(organisation_id: int) -> dict[int, Rule]:
    rows = FeeRule.objects.filter(plan__organisation_id=organisation_id).prefetch_related("bands")
    return {
        row.plan_id: Rule(
            amount=row.amount,
            per=str(row.per),
            part=str(row.part),
            bands=tuple((one.from_age, one.to_age, one.percent) for one in row.bands.all()),
        )
        for row in rows
    }


def _as_members(
    organisation_id: int, period: Period, persons: Iterable[Person], spans: dict[int, list[Span]]
) -> list[Member]:
    everybody = list(persons)
    terms = {one.person_id: one for one in _terms(organisation_id, period.starts_on)}
    places = HouseholdMember.objects.filter(household__organisation_id=organisation_id)
    homes = dict(places.values_list("person_id", "household_id"))
    guardians = _guardians(organisation_id)
    charged = persons_already_charged(organisation_id=organisation_id, period=period)
    draft = draft_of(organisation_id=organisation_id, period=period)
    rows = FeeAdjustment.objects.filter(run=draft) if draft is not None else FeeAdjustment.objects.none()
    adjusted = {row.person_id: (row.amount, row.reason) for row in rows}
    return [
        Member(
            person_id=one.pk,
            payer_id=_payer(one, terms.get(one.pk), guardians, period),
            spans=tuple(spans[one.pk]),
            born_on=one.born_on,
            household_id=homes.get(one.pk),
            concession=str(terms[one.pk].kind) if one.pk in terms else "none",
            percent=terms[one.pk].percent if one.pk in terms else 0,
            is_charged_already=one.pk in charged,
            adjusted=adjusted.get(one.pk),
        )
        for one in everybody
    ]


def _terms(organisation_id: int, day: date) -> list[FeeTerms]:
    """Terms of persons on a day; the payer remains valid after a reduction has run out."""
    found = []
    for row in FeeTerms.objects.filter(organisation_id=organisation_id):
        if row.until is not None and row.until < day:
            row.kind, row.percent = ConcessionKind.NONE, 0
        found.append(row)
    return found


def _guardians(organisation_id: int) -> dict[int, int]:
    """One guardian for each ward, the first recorded one; those who sign come first."""
    rows = Guardianship.objects.filter(ward__memberships__organisation_id=organisation_id).distinct()
    rows = rows.filter(Q(until__isnull=True) | Q(until__gte=timezone.localdate()))
    found: dict[int, int] = {}
    for row in rows.order_by("-may_sign", "pk"):
        found.setdefault(row.ward_id, row.guardian_id)
    return found


def _payer(person: Person, terms: FeeTerms | None, guardians: dict[int, int], period: Period) -> int:
    """Recipient of the invoice: the payer of the terms, else the guardian of a minor, else the member."""
    if terms is not None and terms.payer_id is not None:
        return terms.payer_id
    is_minor = person.born_on is not None and age_on(period.starts_on, person.born_on) < ADULT_AGE
    return guardians.get(person.pk, person.pk) if is_minor else person.pk


def persons_already_charged(*, organisation_id: int, period: Period) -> set[int]:
    """Persons that a booked run charges for a day of this period by an invoice that is not cancelled."""
    lines = FeeLine.objects.filter(
        run__organisation_id=organisation_id,
        run__starts_on__lte=period.ends_on,
        run__ends_on__gte=period.starts_on,
        invoice__isnull=False,
    )
    standing = lines.filter(
        invoice__entries__kind=EntryKind.INVOICE, invoice__entries__reversed_by__isnull=True
    )
    return set(standing.values_list("person_id", flat=True))
