"""Groups of the club app: members, by plan and age, households, guardians."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from club.members.selectors.members import plans_of
from club.models import Guardianship, HouseholdMember, Membership, MembershipState, Person, SavedGroup
from club.notices.errors import UnknownGroup
from club.notices.notice_groups import PERSON, group_kind, members_of_group, number_in

ADULT_AT, SENIOR_AT = 18, 60
AGES = ("youth", "adults", "seniors")
NONE = [("", "")]


def active_members(organisation_id: int) -> QuerySet[Membership]:
    """Return the memberships of a club that are active today."""
    today = timezone.localdate()
    return Membership.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gte=today),
        organisation_id=organisation_id,
        state=MembershipState.ACTIVE,
        starts_on__lte=today,
    )


def _persons(rows: QuerySet[Membership]) -> Iterable[int]:
    return rows.values_list("person_id", flat=True)


def years_ago(years: int) -> date:
    """Return the birth date of a person who turns this age today."""
    today = timezone.localdate()
    if (today.month, today.day) == (2, 29):
        return date(today.year - years, 2, 28)
    return today.replace(year=today.year - years)


@group_kind(
    "active",
    label=pgettext_lazy("of the club", "Members"),
    choices=lambda _club: [("", _("all active members"))],
)
def all_active(organisation_id: int, _told: str) -> Iterable[int]:
    """Return all persons with an active membership."""
    return _persons(active_members(organisation_id))


def _plans(organisation_id: int) -> list[tuple[str, str]]:
    return [(str(plan.pk), plan.name) for plan in plans_of(organisation_id=organisation_id)]


@group_kind("plan", label=gettext_lazy("By plan"), choices=_plans)
def by_plan(organisation_id: int, argument: str) -> Iterable[int]:
    """Return all active members by a plan."""
    return _persons(active_members(organisation_id).filter(plan_id=number_in(argument, f"plan:{argument}")))


def _ages(_organisation_id: int) -> list[tuple[str, str]]:
    names = (
        _("under %(age)s") % {"age": ADULT_AT},
        _("%(age)s and over") % {"age": ADULT_AT},
        _("%(age)s and over") % {"age": SENIOR_AT},
    )
    return list(zip(AGES, names, strict=True))


@group_kind("age", label=gettext_lazy("By age"), choices=_ages)
def by_age(organisation_id: int, argument: str) -> Iterable[int]:
    """Return active members of an age; without a birth date a person is in no age group."""
    rows = active_members(organisation_id)
    if argument == "youth":
        rows = rows.filter(person__born_on__gt=years_ago(ADULT_AT))
    elif argument in AGES:
        rows = rows.filter(person__born_on__lte=years_ago(ADULT_AT if argument == "adults" else SENIOR_AT))
    else:
        raise UnknownGroup(group=f"age:{argument[:40]}")
    return _persons(rows)


@group_kind(
    "households",
    label=gettext_lazy("Households and guardians"),
    choices=lambda _club: [
        ("", _("one person per household")),
        ("guardians", _("guardians of members under 18")),
    ],
)
def by_household(organisation_id: int, argument: str) -> Iterable[int]:
    """Return the first adult with a mail address of each member's household, or guardians of minors."""
    active = active_members(organisation_id)
    if argument == "guardians":
        young = active.filter(person__born_on__gt=years_ago(ADULT_AT)).values("person_id")
        today = timezone.localdate()
        guardianships = Guardianship.objects.filter(
            Q(until__isnull=True) | Q(until__gte=today), ward_id__in=young
        )
        return guardianships.values_list("guardian_id", flat=True)
    if argument:
        raise UnknownGroup(group=f"households:{argument[:40]}")
    heads = HouseholdMember.objects.filter(
        household__organisation_id=organisation_id,
        household__members__person_id__in=active.values("person_id"),
    ).exclude(person__email="")
    adults = heads.filter(Q(person__born_on__isnull=True) | Q(person__born_on__lte=years_ago(ADULT_AT)))
    return adults.values("household").annotate(head=Min("person_id")).values_list("head", flat=True)


def _saved_groups(organisation_id: int) -> list[tuple[str, str]]:
    rows = SavedGroup.objects.filter(organisation_id=organisation_id)
    return [(str(row.pk), row.name) for row in rows]


@group_kind("saved", label=gettext_lazy("Saved groups"), choices=_saved_groups)
def by_saved_group(organisation_id: int, argument: str) -> Iterable[int]:
    """Return the persons of a saved group."""
    number = number_in(argument, f"saved:{argument}")
    row = SavedGroup.objects.filter(pk=number, organisation_id=organisation_id).first()
    if row is None:
        raise UnknownGroup(group=f"saved:{argument[:40]}")
    return [one for group in row.groups for one in members_of_group(organisation_id, group)]


@group_kind(PERSON, label=gettext_lazy("People"), choices=lambda _club: NONE)
def one_person(organisation_id: int, argument: str) -> Iterable[int]:
    """Return one person of the club."""
    number = number_in(argument, f"{PERSON}:{argument}")
    return list(persons_of_club(organisation_id).filter(pk=number).values_list("pk", flat=True))


def persons_of_club(organisation_id: int) -> QuerySet[Person]:
    """Return all persons that a club manages or has as members."""
    joined = Membership.objects.filter(organisation_id=organisation_id).values("person_id")
    return Person.objects.filter(Q(organisation_id=organisation_id) | Q(pk__in=joined))
