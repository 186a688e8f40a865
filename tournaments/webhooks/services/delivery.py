"""Delivery of webhooks: in order, at least once, by jobs outside any transaction.

Every minute webhooks with news are found. After an answer the next look follows in seconds, until nothing was
delivered for some minutes: no job runs for an event at rest.
"""

import ssl
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.outgoing import PrivateAddress, post_all
from club.jobs.services.jobs import enqueue
from tournaments.core.services.locks import event_scope
from tournaments.models import Webhook, WebhookFault
from tournaments.webhooks.errors import UnknownWebhook, WebhookOfHiddenEvent
from tournaments.webhooks.messages import batch_id, payload_of, random_id, signed_post
from tournaments.webhooks.selectors import Batch, due_webhooks, next_batch, webhooks_with_news
from tournaments.webhooks.services.webhooks import webhook_facts

DELIVER_TASK: Final = "tournaments.deliver_webhook"
DELIVER_EVERY: Final = timedelta(seconds=5)
DELIVER_LEASE: Final = timedelta(seconds=45)
UNDER_WAY: Final = timedelta(seconds=30)  # longer than a request; a worker that died is replaced after it
AWAKE: Final = timedelta(minutes=5)  # after the last delivery, before only the look of each minute is left
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(hours=4)
MAX_FAILURES: Final = 15  # in a row: about a day


def plan_deliveries() -> None:
    """Enqueue a delivery for each webhook with news. Runs once a minute."""
    now = timezone.now()
    for row in webhooks_with_news(now=now):
        plan_delivery(row, now=now)


@transaction.atomic
def plan_delivery(row: Webhook, *, now: datetime) -> None:
    """Enqueue the next delivery of a webhook: one job for each time slot, whoever plans it."""
    seconds = DELIVER_EVERY.total_seconds()
    slot = int(now.timestamp() // seconds) + 1
    enqueue(
        task=DELIVER_TASK,
        arguments={"webhook": row.pk},
        key=f"webhook:{row.pk}:{slot}",
        due_at=datetime.fromtimestamp(slot * seconds, tz=now.tzinfo),
        organisation_id=row.event.organisation_id,
    )


def deliver(*, webhook_id: int) -> None:
    """Send the next events of a webhook, if it is due, and enqueue the next look.

    The cursors move after the receiver has taken the message: a worker that dies before sends it again.
    """
    now = timezone.now()
    row = due_webhooks(now=now).filter(pk=webhook_id).first()
    if row is None:
        return
    batch = next_batch(row)
    if batch is None:
        if row.last_at is not None and now - row.last_at < AWAKE:
            plan_delivery(row, now=now)
        return
    if not _claim(row, now=now):
        return
    message_id = batch_id(row, batch.cursors)
    payload = payload_of(row, message_id, events=batch.events, is_reset=batch.is_reset)
    (answer,) = post_all([signed_post(row, payload, at=now)])
    if _settle(row, batch, answer, now=timezone.now()):
        plan_delivery(row, now=timezone.now())


def send_test(*, webhook_id: int, actor: Actor) -> Webhook:
    """Send a message without events; return the webhook with the answer.

    It counts neither as a failure nor as a delivery, and is sent while the webhook is off as well. Raises
    UnknownWebhook and WebhookOfHiddenEvent. The caller is outside any transaction.
    """
    row = Webhook.objects.select_related("event").filter(pk=webhook_id).first()
    if row is None:
        raise UnknownWebhook
    require_permission(actor, Capability.RUN_EVENTS, event_scope(row.event))
    if not row.event.is_public:
        raise WebhookOfHiddenEvent(event=row.event.name)
    payload = payload_of(row, random_id(), is_test=True)
    (answer,) = post_all([signed_post(row, payload, at=timezone.now())])
    _note(row, answer, now=timezone.now())
    Webhook.objects.filter(pk=row.pk).update(
        last_at=row.last_at, last_status=row.last_status, last_error=row.last_error
    )
    return row


def _claim(row: Webhook, *, now: datetime) -> bool:
    """Reserve a webhook for one worker, unless another has sent since the row was read."""
    same = Webhook.objects.filter(pk=row.pk, is_on=True, next_at=row.next_at, last_at=row.last_at)
    return bool(same.update(next_at=now + UNDER_WAY))


@transaction.atomic
def _settle(sent: Webhook, batch: Batch, answer: int | Exception, *, now: datetime) -> bool:
    """Move the cursors after a message that was taken, else count a failure; return True if it was taken."""
    row = (
        Webhook.objects.select_for_update(of=("self",), no_key=True)
        .select_related("event")
        .filter(pk=sent.pk)
        .first()
    )
    if row is None:
        return False
    _note(row, answer, now=now)
    is_taken = not row.last_error
    if is_taken:
        row.failures, row.next_at = 0, None
        if row.cursors == sent.cursors:  # else the kinds were changed meanwhile: the events come again
            row.cursors = batch.cursors
    else:
        row.failures += 1
        row.next_at = now + _pause(row.failures)
        if row.failures >= MAX_FAILURES and row.is_on:
            row.is_on = False
            facts = webhook_facts(row) | {"failures": row.failures}
            audit.record("tournaments.webhook.stopped", row.event, actor=SYSTEM, after=facts)
    row.save()
    return is_taken and row.is_on


def _pause(failures: int) -> timedelta:
    return min(FIRST_PAUSE * (1 << (failures - 1)), LONGEST_PAUSE)


def _note(row: Webhook, answer: int | Exception, *, now: datetime) -> None:
    row.last_at = now
    row.last_status = answer if isinstance(answer, int) else None
    row.last_error = _fault(answer)


def _fault(answer: int | Exception) -> str:
    if isinstance(answer, int):
        is_taken = HTTPStatus.OK <= answer < HTTPStatus.MULTIPLE_CHOICES
        return "" if is_taken else WebhookFault.STATUS
    for kinds, fault in (
        (TimeoutError, WebhookFault.SLOW),
        (PrivateAddress, WebhookFault.PRIVATE),
        (ssl.SSLError, WebhookFault.CERTIFICATE),
        (OSError, WebhookFault.UNREACHABLE),
    ):
        if isinstance(answer, kinds):
            return fault
    return WebhookFault.ANSWER
