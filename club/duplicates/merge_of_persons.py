"""Merge handlers of persons in the club app."""

from django.db.models import Q

from club.core.names import folded
from club.duplicates.errors import GuardianOfEachOther, MembershipsMeet
from club.duplicates.merge_handlers import Merge, carried_by, follows, stays
from club.models import RUNNING, Contact, Guardianship, Membership, MembershipChange, NamesakePair

follows("club.personnote.person")
follows("club.invitation.person")
follows("club.equipmentloan.person")
follows("club.joinrequest.person")
follows("club.erasurerequest.person", gives_way=True)
follows("club.consent.person", gives_way=True)
follows("club.federationnumber.person", gives_way=True)
follows("club.householdmember.person", gives_way=True)
follows("club.noticeoptout.person", gives_way=True)
follows("club.noticereceiver.person", gives_way=True)
follows("club.calendarfeed.person", gives_way=True)
stays("club.personmerge.kept")
stays("club.personmerge.merged")


@carried_by("club.membership.person")
def carry_memberships(merge: Merge) -> None:
    """Join overlapping memberships; refuse the merge if their plans or states differ."""
    for row in merge.rows("club.membership.person").select_related("organisation"):
        held = _meeting(merge, row)
        if held is None:
            merge.change(row, person=merge.kept)
            continue
        if (held.plan_id, held.state) != (row.plan_id, row.state):
            raise MembershipsMeet(name=merge.kept.name, club=row.organisation.name, starts_on=row.starts_on)
        for step in MembershipChange.objects.filter(membership=row).order_by("pk"):
            merge.change(step, membership=held)
        merge.remove(row)
        is_open = held.ends_on is None or row.ends_on is None
        last = None if is_open else max(held.ends_on, row.ends_on)
        merge.change(held, starts_on=min(held.starts_on, row.starts_on), ends_on=last)


def _meeting(merge: Merge, row: Membership) -> Membership | None:
    """Return an open membership of the surviving person in the club that shares a day with this one."""
    if row.state not in RUNNING:
        return None
    held = Membership.objects.filter(
        person=merge.kept, organisation_id=row.organisation_id, state__in=RUNNING
    ).filter(Q(ends_on__isnull=True) | Q(ends_on__gte=row.starts_on))
    if row.ends_on is not None:
        held = held.filter(starts_on__lte=row.ends_on)
    return held.order_by("pk").first()


@carried_by("club.contact.person")
def carry_contacts(merge: Merge) -> None:
    """Move contacts without duplicates; the surviving person's preferred contact remains preferred."""
    held = list(Contact.objects.filter(person=merge.kept))
    known = {(one.kind, folded(one.value)) for one in held}
    preferred = {one.kind for one in held if one.is_preferred}
    for row in merge.rows("club.contact.person"):
        if (row.kind, folded(row.value)) in known:
            merge.remove(row)
        else:
            is_first = row.is_preferred and row.kind not in preferred
            merge.change(row, person=merge.kept, is_preferred=is_first)


@carried_by("club.guardianship.guardian", "club.guardianship.ward")
def carry_guardianships(merge: Merge) -> None:
    """Move guardians and wards; a person and their own guardian cannot be merged."""
    two = (merge.kept, merge.merged)
    if Guardianship.objects.filter(guardian__in=two, ward__in=two).exists():
        raise GuardianOfEachOther(name=merge.kept.name, other=merge.merged.name)
    merge.move("club.guardianship.guardian", gives_way=True)
    merge.move("club.guardianship.ward", gives_way=True)


@carried_by("club.namesakepair.first", "club.namesakepair.second")
def carry_namesakes(merge: Merge) -> None:
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
