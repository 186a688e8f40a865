"""Recipients of a notice, excluded persons with the reasons, and the notices of a club."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from club.models import (
    Guardianship,
    Notice,
    NoticeKind,
    NoticeOptOut,
    NoticeReceiver,
    OutboxState,
    Person,
    WhyNot,
)
from club.notices.notice_groups import members_of_group
from club.notices.notice_sources import persons_of_club
from club.notices.opt_out_links import opt_out_secret


class Addressee(NamedTuple):
    """Columns of a person needed for a notice: a club has many persons."""

    pk: int
    name: str
    sort_name: str
    search_key: str
    email: str

    @property
    def order(self) -> tuple[str, int]:
        """Sort key."""
        return self.search_key, self.pk


@dataclass(frozen=True, slots=True)
class Receiver:
    """A recipient, or an excluded person with the reason; `wards` are those in whose place the mail comes."""

    person: Addressee
    why_not: str = ""
    wards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Receivers:
    """All persons concerned by a notice, in sort order."""

    gets: list[Receiver]
    left_out: list[Receiver]

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the recipients."""
        ids = ",".join(str(one.person.pk) for one in self.gets)
        return hashlib.sha256(ids.encode()).hexdigest()[:16]

    @property
    def opted_out(self) -> set[str]:
        """Folded addresses of persons who opted out of this kind."""
        rows = (one.person for one in self.left_out if one.why_not == WhyNot.OPTED_OUT)
        return {folded_address(person) for person in rows} - {""}

    @property
    def by_reason(self) -> list[tuple[str, list[Receiver]]]:
        """Excluded persons by reason."""
        return [
            (str(reason.label), rows)
            for reason in WhyNot
            if (rows := [one for one in self.left_out if one.why_not == reason])
        ]


@dataclass
class _Sorting:
    """State while persons are sorted into recipients and excluded ones."""

    opted_out: set[int]
    closed: set[str]  # addresses with an opt-out of this kind
    gets: dict[int, Addressee] = field(default_factory=dict)
    addresses: set[str] = field(default_factory=set)
    wards: dict[int, list[str]] = field(default_factory=dict)

    def why_not(self, person: Addressee) -> str:
        """Return the reason to exclude a person; empty for a recipient, whose address is recorded."""
        address = folded_address(person)
        if person.pk in self.opted_out or (address and address in self.closed):
            return WhyNot.OPTED_OUT
        if not address:
            return WhyNot.NO_MAIL
        if address in self.addresses:
            return WhyNot.SAME_ADDRESS
        self.addresses.add(address)
        self.gets[person.pk] = person
        return ""


def folded_address(person: Addressee) -> str:
    """Fold a mail address for comparison: case does not distinguish mailboxes."""
    return person.email.strip().casefold()


def receivers_of(*, organisation_id: int, kind: str, groups: Iterable[str]) -> Receivers:
    """Resolve the recipients of these groups for a kind.

    A ward's guardians get the mail in the ward's place.
    """
    numbers = {one for group in groups for one in members_of_group(organisation_id, group)}
    persons = _in_order(persons_of_club(organisation_id), numbers)
    guardians = _guardians_of([one.pk for one in persons])
    known = _sorting(organisation_id, kind)
    left_out = [
        Receiver(one, why) for one in persons if one.pk not in guardians and (why := known.why_not(one))
    ]
    left_out += [
        Receiver(one, _in_place_of(one, guardians[one.pk], known)) for one in persons if one.pk in guardians
    ]
    gets = [
        Receiver(one, wards=tuple(known.wards.get(one.pk, ())))
        for one in sorted(known.gets.values(), key=lambda one: one.order)
    ]
    left_out.sort(key=lambda one: one.person.order)
    return Receivers(gets, left_out)


def news_receivers(*, organisation_id: int, groups: Iterable[str]) -> Receivers:
    """Resolve the recipients of these groups for news of the club."""
    return receivers_of(organisation_id=organisation_id, kind=NoticeKind.NEWS, groups=groups)


BATCH_SIZE = 500
"""Above this size all persons of the club are loaded in one query."""


def _in_order(rows: QuerySet[Person], numbers: set[int]) -> list[Addressee]:
    """Return the persons with these ids by name."""
    if len(numbers) <= BATCH_SIZE:
        rows = rows.filter(pk__in=numbers)
    found = (Addressee(*row) for row in rows.order_by().values_list(*Addressee._fields))
    return sorted((one for one in found if one.pk in numbers), key=lambda one: one.order)


def _guardians_of(numbers: list[int]) -> dict[int, list[Addressee]]:
    """Return the current guardians of the wards among these persons."""
    today = timezone.localdate()
    guardianships = Guardianship.objects.filter(Q(until__isnull=True) | Q(until__gte=today))
    found: dict[int, list[Addressee]] = {}
    wanted = set(numbers)
    columns = ("ward_id", *(f"guardian__{name}" for name in Addressee._fields))
    for ward, *guardian in guardianships.order_by("pk").values_list(*columns):
        if ward in wanted:
            found.setdefault(ward, []).append(Addressee(*guardian))
    return found


def _sorting(organisation_id: int, kind: str) -> _Sorting:
    """Load the opt-outs of this kind: the persons, and the addresses of those who act for themselves.

    A family shares an address: an opt-out at an address applies to all who use it.
    """
    rows = NoticeOptOut.objects.filter(organisation_id=organisation_id, kind=kind).order_by()
    persons = [
        Addressee(*row) for row in rows.values_list(*(f"person__{name}" for name in Addressee._fields))
    ]
    wards = _guardians_of([one.pk for one in persons])
    closed = {folded_address(one) for one in persons if one.pk not in wards} - {""}
    return _Sorting({one.pk for one in persons}, closed)


def _in_place_of(ward: Addressee, guardians: list[Addressee], known: _Sorting) -> str:
    """Address the guardians of a ward; return why the ward gets no mail."""
    if ward.pk in known.opted_out:
        return WhyNot.OPTED_OUT
    is_reached = False
    for guardian in guardians:
        why = "" if guardian.pk in known.gets else known.why_not(guardian)
        if why in {"", WhyNot.SAME_ADDRESS}:
            is_reached = True
            known.wards.setdefault(guardian.pk, []).append(ward.name)
    return WhyNot.GUARDIAN if is_reached else WhyNot.GUARDIAN_NOT_REACHED


def notices_of(*, organisation_id: int) -> QuerySet[Notice]:
    """List the notices of a club, newest first, with the number of recipients of each."""
    rows = Notice.objects.filter(organisation_id=organisation_id).order_by("-pk")
    # A subquery for each notice: the page has 50, an aggregate would count the whole club's.
    got = NoticeReceiver.objects.filter(notice=OuterRef("pk"), handed_over_at__isnull=False).order_by()
    counted = got.values("notice").annotate(number=Count("pk")).values("number")
    return rows.annotate(handed_over=Coalesce(Subquery(counted), 0))


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a notice in sending."""

    receivers: int
    handed_over: int
    sent: int
    failed: list[NoticeReceiver]
    left_out: list[NoticeReceiver]

    @property
    def waiting(self) -> int:
        """Number of mails not yet sent."""
        return self.receivers - self.sent - len(self.failed)


MAX_SHOWN = 500


def progress_of(notice: Notice) -> Progress:
    """Count a notice's mails, the failed ones and the excluded persons."""
    counts = notice.receivers.aggregate(
        receivers=Count("pk", filter=Q(why_not="")),
        handed_over=Count("pk", filter=Q(handed_over_at__isnull=False)),
        sent=Count("pk", filter=_LEFT),
    )
    failed = notice.receivers.filter(message__state=OutboxState.FAILED).select_related("person", "message")
    left_out = notice.receivers.exclude(why_not="").select_related("person").order_by("why_not", "pk")
    return Progress(
        counts["receivers"],
        counts["handed_over"],
        counts["sent"],
        list(failed[:MAX_SHOWN]),
        list(left_out[:MAX_SHOWN]),
    )


_LEFT = Q(message__state=OutboxState.SENT) | Q(handed_over_at__isnull=False, message__isnull=True)
"""A mail that is sent, or deleted: only mails sent or given up long ago are deleted."""


def notice_with_texts(*, notice_id: int) -> Notice | None:
    """Return a notice with its club and its translations."""
    rows = Notice.objects.select_related("organisation").prefetch_related(Prefetch("texts"))
    return rows.filter(pk=notice_id).first()


def opt_outs_of(*, person: Person, organisation_ids: Iterable[int]) -> set[tuple[int, str]]:
    """Return the opt-outs of a person by club and kind."""
    rows = NoticeOptOut.objects.filter(person=person, organisation_id__in=list(organisation_ids))
    return set(rows.values_list("organisation_id", "kind"))


def without_fixture_mails(*, organisation_id: int) -> set[int]:
    """Return the persons who opted out of a club's fixture notices."""
    rows = NoticeOptOut.objects.filter(organisation_id=organisation_id, kind=NoticeKind.FIXTURES)
    return set(rows.values_list("person_id", flat=True))


class OptOut(NamedTuple):
    """Opt-out of fixture mails: the page, its label, and the headers for mail programs."""

    address: str
    kind: str
    headers: dict[str, str]


def fixture_mail_opt_out(*, person: Person, organisation_id: int, site: str) -> OptOut:
    """Build the opt-out of a fixture mail; without a known site there is no address."""
    kind = str(NoticeKind.FIXTURES.label)
    if not site:
        return OptOut("", kind, {})
    secret = opt_out_secret(person, organisation_id, NoticeKind.FIXTURES)
    address = f"{site}{reverse('club:unsubscribe', args=[secret])}"
    # RFC 8058: mail programs unsubscribe with one click, without opening a page.
    ids = {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return OptOut(address, kind, ids)
