"""Sending of notices, now or at a time: a fixed list of recipients, in slices, without duplicates.

The list of recipients is stored when sending begins. A slice enqueues some of them in the outbox within the
transaction of its job. Each message has the key of notice and person, so a worker may be killed at any point.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import SYSTEM, Actor
from club.jobs.services.job_control import record_progress
from club.jobs.services.jobs import enqueue
from club.jobs.services.outbox import write_message
from club.models import Job, Notice, NoticeKind, NoticeOptOut, NoticeReceiver, NoticeState, Queue, WhyNot
from club.notices.errors import (
    NobodyGetsIt,
    NoticeIsOut,
    NoticeNotScheduled,
    ReceiversChangedMeanwhile,
    TimeHasPassed,
    TooManyNotices,
)
from club.notices.mails import Words, mail_of, words_for
from club.notices.selectors import Receivers, receivers_of
from club.notices.services.notices import locked_notice, set_notice_text, write_notice


class NewsText(NamedTuple):
    """News of a club in one language."""

    subject: str
    text: str
    language: str


SLICE_TASK, DUE_TASK = "club.send_notice", "club.send_due_notices"
SLICE_SIZE = 50
MAX_PER_HOUR = 12
AN_HOUR, A_YEAR = timedelta(hours=1), timedelta(days=366)


@transaction.atomic
def send_notice(
    *, notice_id: int, actor: Actor, site: str, version: int | None = None, seen: str = ""
) -> Notice:
    """Send a draft now to the recipients that were shown; `seen` is the fingerprint of that list."""
    row = locked_notice(notice_id, actor, version)
    if row.state not in {NoticeState.DRAFT, NoticeState.SCHEDULED}:
        raise NoticeIsOut(subject=row.subject)
    _require_rate(row)
    found = receivers_of(organisation_id=row.organisation_id, kind=row.kind, groups=row.groups)
    if seen and seen != found.fingerprint:
        raise ReceiversChangedMeanwhile
    if not found.gets:
        raise NobodyGetsIt
    row.site = site[:200]
    _begin(row, found, actor)
    return row


@transaction.atomic
def send_news(
    *, organisation_id: int, groups: Iterable[str], texts: Sequence[NewsText], actor: Actor, site: str
) -> Notice:
    """Write news of the club in several languages, the first its own, and send it now."""
    own, *others = texts
    row = write_notice(
        organisation_id=organisation_id,
        kind=NoticeKind.NEWS,
        subject=own.subject,
        text=own.text,
        groups=groups,
        language=own.language,
        actor=actor,
    )
    for one in others:
        set_notice_text(
            notice_id=row.pk, language=one.language, subject=one.subject, text=one.text, actor=actor
        )
    return send_notice(notice_id=row.pk, actor=actor, site=site)


@transaction.atomic
def schedule_notice(
    *, notice_id: int, send_at: datetime, actor: Actor, site: str, version: int | None = None
) -> Notice:
    """Schedule a draft, to be sent to the persons in its groups at that time."""
    row = locked_notice(notice_id, actor, version)
    if row.state != NoticeState.DRAFT:
        raise NoticeIsOut(subject=row.subject)
    now = timezone.now()
    if not now < send_at < now + A_YEAR:
        raise TimeHasPassed
    if not receivers_of(organisation_id=row.organisation_id, kind=row.kind, groups=row.groups).gets:
        raise NobodyGetsIt
    row.state, row.send_at, row.site = NoticeState.SCHEDULED, send_at, site[:200]
    row.version += 1
    row.save()
    audit.record("club.notice.scheduled", row, actor=actor, after={"send_at": send_at})
    return row


@transaction.atomic
def unschedule_notice(*, notice_id: int, actor: Actor) -> Notice:
    """Unschedule a notice: it is a draft again."""
    row = locked_notice(notice_id, actor)
    if row.state != NoticeState.SCHEDULED:
        raise NoticeNotScheduled(subject=row.subject)
    before = {"send_at": row.send_at}
    row.state, row.send_at = NoticeState.DRAFT, None
    row.version += 1
    row.save()
    audit.record("club.notice.unscheduled", row, actor=actor, before=before)
    return row


def send_due_notices(*, now: datetime | None = None) -> int:
    """Begin to send the notices that are due; return the count."""
    due = Notice.objects.filter(state=NoticeState.SCHEDULED, send_at__lte=now or timezone.now())
    numbers = list(due.order_by("send_at", "pk").values_list("pk", flat=True))
    for number in numbers:
        _send_due(number)
    return len(numbers)


@transaction.atomic
def send_slice(*, job: Job) -> None:
    """Enqueue the mails of the next recipients and the job of the next slice."""
    row = Notice.objects.select_for_update(of=("self",), no_key=True).select_related("organisation")
    notice = row.filter(pk=job.arguments["notice"], state=NoticeState.SENDING).first()
    if notice is None:
        return
    waiting = notice.receivers.filter(why_not="", handed_over_at__isnull=True).order_by("pk")
    receivers = list(waiting.select_related("person")[:SLICE_SIZE])
    _enqueue_mails(notice, receivers)
    steps = notice.receivers.count()
    done = steps - waiting.count()
    record_progress(job=job, done=done, steps=steps)
    if done < steps:
        _enqueue_slice(notice, job.arguments["slice"] + 1, (done, steps))
        return
    notice.state, notice.ended_at = NoticeState.SENT, timezone.now()
    notice.save(update_fields=["state", "ended_at"])


def slice_cancelled(*, job: Job, actor: Actor) -> None:
    """Stop a notice when its job is cancelled: remaining recipients do not get it."""
    rows = Notice.objects.select_for_update(of=("self",), no_key=True)
    notice = rows.filter(pk=job.arguments["notice"], state=NoticeState.SENDING).first()
    if notice is None:
        return
    notice.state, notice.ended_at = NoticeState.STOPPED, timezone.now()
    notice.save(update_fields=["state", "ended_at"])
    audit.record("club.notice.stopped", notice, actor=actor)


def _enqueue_mails(notice: Notice, receivers: list[NoticeReceiver]) -> None:
    texts = {one.language: Words(one.subject, one.text, one.language) for one in notice.texts.all()}
    stopped = set(
        NoticeOptOut.objects.filter(
            organisation_id=notice.organisation_id,
            kind=notice.kind,
            person_id__in=[one.person_id for one in receivers],
        ).values_list("person_id", flat=True)
    )
    now = timezone.now()
    for one in receivers:
        if one.person_id in stopped:
            one.why_not = WhyNot.OPTED_OUT
        elif not one.person.email:
            one.why_not = WhyNot.NO_MAIL
        else:
            words = words_for(notice, texts, one.person)
            language = one.person.language or words.language
            mail = mail_of(notice, words, language=language, site=notice.site, person=one.person)
            one.message = write_message(
                key=f"notice:{notice.pk}:{one.person_id}",
                to=one.person.email,
                subject=mail.subject,
                text=mail.text,
                html=mail.html,
                language=language,
                organisation_id=notice.organisation_id,
                headers=mail.headers,
                queue=Queue.BULK,
            )
            one.handed_over_at = now
    NoticeReceiver.objects.bulk_update(receivers, ["why_not", "message", "handed_over_at"])


@transaction.atomic
def _send_due(number: int) -> None:
    """Begin one due notice; without recipients it ends at once."""
    rows = Notice.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
    row = rows.filter(pk=number, state=NoticeState.SCHEDULED).first()
    if row is not None:
        found = receivers_of(organisation_id=row.organisation_id, kind=row.kind, groups=row.groups)
        _begin(row, found, SYSTEM)


def _begin(row: Notice, found: Receivers, actor: Actor) -> None:
    """Store the recipients and excluded persons, and enqueue the first slice."""
    row.state, row.begun_at = NoticeState.SENDING, timezone.now()
    row.version += 1
    row.save()
    outcomes = {one.person.pk: one.why_not for one in found.left_out} | {
        one.person.pk: "" for one in found.gets
    }
    NoticeReceiver.objects.bulk_create(
        [NoticeReceiver(notice=row, person_id=number, why_not=why) for number, why in outcomes.items()],
        batch_size=500,
    )
    counts = {"receivers": len(found.gets), "left_out": len(outcomes) - len(found.gets)}
    audit.record("club.notice.sent", row, actor=actor, after={"notice_kind": str(row.kind), **counts})
    _enqueue_slice(row, 1, (counts["left_out"], len(outcomes)))


def _enqueue_slice(row: Notice, number: int, progress: tuple[int, int]) -> None:
    enqueue(
        task=SLICE_TASK,
        arguments={"notice": row.pk, "slice": number},
        key=f"notice:{row.pk}:slice:{number}",
        queue=Queue.BULK,
        organisation_id=row.organisation_id,
        progress=progress,
    )


def _require_rate(row: Notice) -> None:
    lately = Notice.objects.filter(
        organisation_id=row.organisation_id, begun_at__gte=timezone.now() - AN_HOUR
    )
    if lately.count() >= MAX_PER_HOUR:
        raise TooManyNotices(most=MAX_PER_HOUR)
