"""Outbox services: a row in the caller's transaction, sent by the worker, retried, never lost.

A worker can die after the mail server took a message and before it is marked sent: then it is sent again.
Every attempt has the same Message-ID, by which mail programs detect duplicates.
"""

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import get_language

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import MessageNotFailed, NotWorthRepeating
from club.jobs.services.jobs import enqueue, run_again
from club.models import Job, OutboxMessage, OutboxState, Queue

SEND_TASK = "club.send_message"
DEMO_HOST = "demo.example"  # mail domain of the demo's persons
SUBJECT_WIDTH = 300
ERROR_WIDTH = 1000
PERMANENT = 500  # SMTP replies from 500 on are permanent: no retry
SECRET_PREFIX = "mail:"  # keys of what the framework sends: sign-in codes and links  # noqa: S105 - no secret


@transaction.atomic
def write_message(  # noqa: PLR0913 - the fields of a mail
    *,
    key: str,
    to: str,
    subject: str,
    text: str,
    html: str = "",
    language: str = "",
    organisation_id: int | None = None,
    headers: Mapping[str, str] | None = None,
    queue: str = Queue.INTERACTIVE,
) -> OutboxMessage:
    """Write a message to the outbox and send it after the commit.

    The same `key` again is the same message.

    Mass mailings name the bulk queue, so that a sign-in code does not wait behind them.
    """
    defaults = {
        "to": to,
        "subject": " ".join(subject.split())[:SUBJECT_WIDTH],
        "text": text,
        "html": html,
        "language": language,
        "organisation_id": organisation_id,
        "headers": dict(headers or {}),
    }
    message, is_new = OutboxMessage.objects.get_or_create(key=key, defaults=defaults)
    if is_new:
        _enqueue_sending(message, queue)
    return message


def _enqueue_sending(message: OutboxMessage, queue: str = Queue.INTERACTIVE) -> Job:
    """Enqueue the job of a message, unless it has one."""
    return enqueue(
        task=SEND_TASK,
        arguments={"message": message.pk},
        key=job_key(message.pk),
        queue=queue,
        organisation_id=message.organisation_id,
    )


def job_key(message_id: int) -> str:
    """Key of the job that sends a message."""
    return f"outbox:{message_id}"


def send_message(*, message_id: int) -> None:
    """Hand a waiting message to the mail server; skip one that is sent already."""
    message = OutboxMessage.objects.filter(pk=message_id, state=OutboxState.WAITING).first()
    if message is None:
        return
    OutboxMessage.objects.filter(pk=message_id).update(tries=message.tries + 1)
    try:
        if not is_demo_address(message.to):
            deliver(as_mail(message))
    except (SMTPRecipientsRefused, SMTPDataError) as refusal:
        _save_error(message_id, str(refusal))
        if _is_permanent(refusal):
            raise NotWorthRepeating(reason=str(refusal)) from refusal
        raise
    except Exception as error:
        _save_error(message_id, str(error) or type(error).__name__)
        raise
    _mark_sent(message)


def is_demo_address(address: str) -> bool:
    """Check for an address of the demo's persons: messages to them are not delivered."""
    return address.lower().rpartition("@")[2] == DEMO_HOST


def deliver(mail: EmailMultiAlternatives) -> None:
    """Deliver a mail through the real mail server; all other code writes to the outbox."""
    backend = import_string(settings.MAIL_DELIVERY["BACKEND"])
    backend(**settings.MAIL_DELIVERY["OPTIONS"]).send_messages([mail])


def as_mail(message: OutboxMessage) -> EmailMultiAlternatives:
    """Build the mail of a message, with the connection to the real mail server."""
    name = hashlib.sha256(message.key.encode()).hexdigest()[:32]
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")
    headers = {"Message-ID": f"<{name}@{host}>", "Auto-Submitted": "auto-generated"} | message.headers
    if message.language:
        headers["Content-Language"] = message.language
    mail = EmailMultiAlternatives(
        subject=message.subject,
        body=message.text,
        to=[message.to],
        headers=headers,
    )
    if message.html:
        mail.attach_alternative(message.html, "text/html")
    return mail


def _is_permanent(refusal: SMTPRecipientsRefused | SMTPDataError) -> bool:
    if isinstance(refusal, SMTPDataError):
        return refusal.smtp_code >= PERMANENT
    return all(code >= PERMANENT for code, _answer in refusal.recipients.values())


def _save_error(message_id: int, error: str) -> None:
    OutboxMessage.objects.filter(pk=message_id).update(error=error[-ERROR_WIDTH:])


@transaction.atomic
def _mark_sent(message: OutboxMessage) -> None:
    """Mark the message sent; delete the text of one with a sign-in code."""
    row = OutboxMessage.objects.select_for_update(no_key=True).get(pk=message.pk)
    row.state, row.sent_at, row.error = OutboxState.SENT, timezone.now(), ""
    if row.key.startswith(SECRET_PREFIX):
        row.text = row.html = ""
    row.save(update_fields=["state", "sent_at", "error", "text", "html"])


def message_given_up(*, job: Job) -> None:
    """Mark the message failed after its job was given up; a user can resend it."""
    waiting = OutboxMessage.objects.filter(pk=job.arguments["message"], state=OutboxState.WAITING)
    waiting.update(state=OutboxState.FAILED, error=job.error[-ERROR_WIDTH:])


def message_retried(*, job: Job) -> None:
    """Put a failed message back to waiting, also one that was held at a promotion: its job is retried."""
    failed = OutboxMessage.objects.filter(pk=job.arguments["message"], state=OutboxState.FAILED)
    failed.update(state=OutboxState.WAITING, error="")


def message_cancelled(*, job: Job, actor: Actor) -> None:  # noqa: ARG001 - the job's audit entry has it
    """Mark the waiting message of a cancelled job failed."""
    waiting = OutboxMessage.objects.filter(pk=job.arguments["message"], state=OutboxState.WAITING)
    waiting.update(state=OutboxState.FAILED)


@transaction.atomic
def delete_old_messages(*, days: int) -> int:
    """Delete messages sent or given up long ago; waiting ones remain."""
    since = timezone.now() - timedelta(days=days)
    sent = Q(state=OutboxState.SENT, sent_at__lt=since)
    old = OutboxMessage.objects.filter(sent | Q(state=OutboxState.FAILED, created_at__lt=since))
    count = old.delete()[0]
    if count:
        audit.record("club.messages.forgotten", None, actor=SYSTEM, after={"count": count})
    return count


@transaction.atomic
def resend_message(*, message_id: int, actor: Actor) -> OutboxMessage:
    """Resend a failed message; if its job was deleted since, by a new one."""
    message = OutboxMessage.objects.get(pk=message_id)
    require_permission(actor, Capability.RUN_JOBS, Scope(organisation_id=message.organisation_id))
    # The job is locked first, as by a worker and by those who retry or cancel it.
    run_again(key=_enqueue_sending(message).key)
    message = OutboxMessage.objects.select_for_update(no_key=True).get(pk=message_id)
    if message.state != OutboxState.FAILED:
        raise MessageNotFailed(state=message.state)
    message.state, message.error = OutboxState.WAITING, ""
    message.save(update_fields=["state", "error"])
    audit.record(
        "club.message.sent_again",
        message,
        actor=actor,
        before={"state": OutboxState.FAILED},
        after={"state": OutboxState.WAITING},
    )
    return message


class OutboxBackend(BaseEmailBackend):
    """EMAIL_BACKEND of the site: one row for each recipient, in the caller's transaction."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write every mail to the outbox; return the count."""
        for mail in email_messages:
            self._write(mail)
        return len(email_messages)

    def _write(self, mail: EmailMessage) -> None:
        alternatives = getattr(mail, "alternatives", None) or []
        html = next((part[0] for part in alternatives if part[1] == "text/html"), "")
        name = f"{SECRET_PREFIX}{uuid.uuid4().hex}"
        for number, receiver in enumerate(mail.recipients()):
            write_message(
                key=f"{name}:{number}",
                to=receiver,
                subject=str(mail.subject),
                text=str(mail.body),
                html=str(html),
                language=get_language() or "",
            )
