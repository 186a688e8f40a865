"""Rows of the club app that a merge of two persons changes rather than moves."""

from django.db.models import Q

from club.core.names import fold_name
from club.duplicates.errors import GuardianOfEachOther, MembershipsMeet
from club.duplicates.merge_steps import Merge
from club.live.publishing import publish
from club.members.services.photos import PHOTOS_CHANNEL
from club.models import (
    RUNNING,
    Contact,
    Guardianship,
    Membership,
    MembershipChange,
    NamesakePair,
    PersonPhoto,
)


def move_memberships(merge: Merge) -> None:
    """Join overlapping memberships; refuse the merge if their plans or states differ."""
    for row in merge.rows("club.membership.person").select_related("organisation"):
        existing = _overlapping(merge, row)
        if existing is None:
            merge.change(row, person=merge.kept)
            continue
        if (existing.plan_id, existing.state) != (row.plan_id, row.state):
            raise MembershipsMeet(name=merge.kept.name, club=row.organisation.name, starts_on=row.starts_on)
        for step in MembershipChange.objects.filter(membership=row).order_by("pk"):
            merge.change(step, membership=existing)
        merge.remove(row)
        is_open = existing.ends_on is None or row.ends_on is None
        last = None if is_open else max(existing.ends_on, row.ends_on)
        merge.change(existing, starts_on=min(existing.starts_on, row.starts_on), ends_on=last)


def _overlapping(merge: Merge, row: Membership) -> Membership | None:
    """Return an open membership of the surviving person in the club that shares a day with this one."""
    if row.state not in RUNNING:
        return None
    existing = Membership.objects.filter(
        person=merge.kept, organisation_id=row.organisation_id, state__in=RUNNING
    ).filter(Q(ends_on__isnull=True) | Q(ends_on__gte=row.starts_on))
    if row.ends_on is not None:
        existing = existing.filter(starts_on__lte=row.ends_on)
    return existing.order_by("pk").first()


def move_contacts(merge: Merge) -> None:
    """Move contacts without duplicates; the surviving person's preferred contact remains preferred."""
    existing = list(Contact.objects.filter(person=merge.kept))
    known = {(one.kind, fold_name(one.value)) for one in existing}
    preferred = {one.kind for one in existing if one.is_preferred}
    for row in merge.rows("club.contact.person"):
        if (row.kind, fold_name(row.value)) in known:
            merge.remove(row)
        else:
            is_first = row.is_preferred and row.kind not in preferred
            merge.change(row, person=merge.kept, is_preferred=is_first)


def move_guardianships(merge: Merge) -> None:
    """Move guardians and wards; a person and their own guardian cannot be merged."""
    two = (merge.kept, merge.merged)
    if Guardianship.objects.filter(guardian__in=two, ward__in=two).exists():
        raise GuardianOfEachOther(name=merge.kept.name, other=merge.merged.name)
    merge.move("club.guardianship.guardian", gives_way=True)
    merge.move("club.guardianship.ward", gives_way=True)


def move_photo(merge: Merge) -> None:
    """Move the photo, unless the surviving person has one: then no page shows that of the merged person."""
    if PersonPhoto.objects.filter(person=merge.kept).exists():
        return
    for row in merge.rows("club.personphoto.person"):
        merge.change(row, person=merge.kept)
        publish(PHOTOS_CHANNEL, "photo.changed")


def move_distinct_pairs(merge: Merge) -> None:
    """Move confirmed-distinct pairs: a person distinct from the merged one is distinct from the survivor."""
    about = Q(first=merge.merged) | Q(second=merge.merged)
    for row in NamesakePair.objects.filter(about).order_by("pk"):
        other = row.second_id if row.first_id == merge.merged.pk else row.first_id
        first, second = sorted((other, merge.kept.pk))
        is_known = NamesakePair.objects.filter(first_id=first, second_id=second).exists()
        if is_known or first == second:
            merge.remove(row)
        else:
            merge.change(row, first_id=first, second_id=second)
