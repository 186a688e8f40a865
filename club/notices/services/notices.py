"""Services for notices: write, change, test, remove; saved groups.

`notice_sending` sends them.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.limits import count
from club.core.requests import known_language
from club.jobs.services.outbox import write_message
from club.models import Notice, NoticeState, NoticeText, SavedGroup
from club.notices.errors import (
    GroupNameTaken,
    NoAddressOfYours,
    NoticeChangedMeanwhile,
    NoticeIsOut,
    TooManyTests,
    UnknownGroup,
    UnknownNotice,
)
from club.notices.mails import Words, mail_of
from club.notices.notice_groups import members_of_group
from club.organisations.services.organisations import lock_club

MAX_GROUPS = 500
MAX_TESTS = 20
AN_HOUR = timedelta(hours=1)


@transaction.atomic
def write_notice(
    *,
    organisation_id: int,
    kind: str,
    subject: str,
    text: str,
    groups: Iterable[str],
    actor: Actor,
    language: str = "",
) -> Notice:
    """Save a notice as a draft."""
    require_permission(actor, Capability.SEND_NOTICES, Scope(organisation_id))
    row = Notice(organisation_id=organisation_id, written_by=actor.label[:200])
    _fill(row, kind, subject, text, groups, language)
    row.save()
    audit.record("club.notice.written", row, actor=actor, after=notice_facts(row))
    return row


@transaction.atomic
def change_notice(
    *,
    notice_id: int,
    kind: str,
    subject: str,
    text: str,
    groups: Iterable[str],
    actor: Actor,
    language: str = "",
    version: int | None = None,
) -> Notice:
    """Change a draft."""
    row = locked_notice(notice_id, actor, version)
    before = notice_facts(row), row.text
    _require_draft(row)
    _fill(row, kind, subject, text, groups, language)
    if (notice_facts(row), row.text) == before:
        return row
    row.version += 1
    row.save()
    audit.record("club.notice.changed", row, actor=actor, before=before[0], after=notice_facts(row))
    return row


@transaction.atomic
def set_notice_text(
    *, notice_id: int, language: str, subject: str, text: str, actor: Actor
) -> NoticeText | None:
    """Save a draft's translation; an empty one removes the language."""
    row = locked_notice(notice_id, actor)
    before = notice_facts(row)
    _require_draft(row)
    if not known_language(language) or language == row.language:
        raise ValidationError({"language": "unknown"})
    existing = row.texts.filter(language=language).first() or NoticeText(notice=row, language=language)
    if subject.strip() and text.strip():
        existing.subject, existing.text = " ".join(subject.split()), text.strip()
        existing.full_clean()
        existing.save()
    elif existing.pk:
        existing.delete()
    row.version += 1
    row.save(update_fields=["version"])
    audit.record("club.notice.changed", row, actor=actor, before=before, after=notice_facts(row))
    return existing if existing.pk else None


@transaction.atomic
def remove_notice(*, notice_id: int, actor: Actor) -> None:
    """Remove a draft."""
    row = locked_notice(notice_id, actor)
    _require_draft(row)
    before = notice_facts(row)
    audit.delete_row(row)
    audit.record("club.notice.removed", row, actor=actor, before=before)


@transaction.atomic
def send_test_notice(*, notice_id: int, actor: Actor, site: str) -> str:
    """Send a test of the notice to the actor only; return the address."""
    row = locked_notice(notice_id, actor)
    address = actor.user.email if actor.user is not None else ""
    if not address:
        raise NoAddressOfYours
    who = f"user-{actor.user.pk}" if actor.user is not None else ""
    counted = count("notice_test", who, most=MAX_TESTS, seconds=int(AN_HOUR.total_seconds()))
    if counted.is_too_many:
        raise TooManyTests(most=MAX_TESTS)
    language = row.language
    mail = mail_of(row, Words(row.subject, row.text, language), language=language, site=site)
    write_message(
        key=f"notice-test:{row.pk}:{timezone.now().timestamp()}",
        to=address,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        language=language,
        organisation_id=row.organisation_id,
    )
    audit.record("club.notice.tested", row, actor=actor)
    return address


@transaction.atomic
def save_group(*, organisation_id: int, name: str, groups: Iterable[str], actor: Actor) -> SavedGroup:
    """Save groups under a name for reuse."""
    require_permission(actor, Capability.SEND_NOTICES, Scope(organisation_id))
    lock_club(organisation_id)
    row = SavedGroup(organisation_id=organisation_id, name=" ".join(name.split()))
    row.groups = _known_groups(organisation_id, groups)
    if any(group.startswith("saved:") for group in row.groups):
        raise UnknownGroup(group=next(one for one in row.groups if one.startswith("saved:")))
    if SavedGroup.objects.filter(organisation_id=organisation_id, name=row.name).exists():
        raise GroupNameTaken(group=row.name)
    row.full_clean()
    row.save()
    facts = {"name": row.name, "groups": row.groups}
    audit.record("club.group.saved", row, actor=actor, after=facts)
    return row


@transaction.atomic
def remove_group(*, group_id: int, actor: Actor) -> None:
    """Remove a saved group; notices sent to it are unchanged."""
    row = SavedGroup.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    if row is None:
        raise UnknownGroup(group=str(group_id))
    require_permission(actor, Capability.SEND_NOTICES, Scope(row.organisation_id))
    facts = {"name": row.name, "groups": row.groups}
    audit.delete_row(row)
    audit.record("club.group.removed", row, actor=actor, before=facts)


def locked_notice(notice_id: int, actor: Actor, version: int | None = None) -> Notice:
    """Lock and return a notice of the actor's club; check the version that was read."""
    row = Notice.objects.select_for_update(no_key=True).filter(pk=notice_id).first()
    if row is None:
        raise UnknownNotice
    require_permission(actor, Capability.SEND_NOTICES, Scope(row.organisation_id))
    if version is not None and version != row.version:
        raise NoticeChangedMeanwhile(subject=row.subject)
    return row


def notice_facts(row: Notice) -> dict[str, Any]:
    """Audit facts of a notice, without its text."""
    return {
        "notice_kind": str(row.kind),
        "subject": row.subject,
        "groups": row.groups,
        "text_length": len(row.text),
        "language": row.language,
        "languages_of_text": sorted(row.texts.values_list("language", flat=True)) if row.pk else [],
    }


def _require_draft(row: Notice) -> None:
    if row.state != NoticeState.DRAFT:
        raise NoticeIsOut(subject=row.subject)


def _fill(row: Notice, kind: str, subject: str, text: str, groups: Iterable[str], language: str) -> None:
    row.kind, row.subject, row.text = kind, " ".join(subject.split()), text.strip()
    row.language = known_language(language)
    row.groups = _known_groups(row.organisation_id, groups)
    row.full_clean()


def _known_groups(organisation_id: int, groups: Iterable[str]) -> list[str]:
    """Return the groups without duplicates; raise UnknownGroup for one that is not the club's."""
    found = list(dict.fromkeys(groups))
    if len(found) > MAX_GROUPS:
        raise UnknownGroup(group=str(len(found)))
    for group in found:
        members = members_of_group(organisation_id, group)
        if group.startswith("person:") and not members:
            raise UnknownGroup(group=group[:80])
    return found
