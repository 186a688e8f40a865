"""Entries of pages that are sent until an answer comes: each key has one effect and one answer."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from club.core.actor import Actor
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from tournaments.core.errors import KeyOfAnotherEntry
from tournaments.core.services.event_log import key_of
from tournaments.models import EntryKey

KEPT: Final = timedelta(days=30)  # a device that was off for longer asks its person again


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAnswer:
    """Answer to an entry; `result` is that of the service, None for a repeated or refused entry."""

    status: int = HTTPStatus.OK
    code: str = ""
    refusal: RefusalText | None = None
    result: Any = None
    error: ClubError | None = None
    is_repeated: bool = False

    @property
    def is_done(self) -> bool:
        """True if the entry was accepted, now or before."""
        return self.refusal is None

    def as_json(self) -> dict[str, Any]:
        """Return the answer for a page's script."""
        words = {"refusal": " ".join(map(str, self.refusal or ()))}
        return words | {"code": self.code} if self.code else words


NOTHING_SENT: Final = EntryAnswer()


def apply_once(*, key: str, content: Mapping[str, str], actor: Actor, act: Callable[[], Any]) -> EntryAnswer:
    """Call the service for an entry once, and give a repeated entry the first answer again.

    A refusal is an answer too: a copy that arrives late must not be accepted after it. The row of the key is
    the first lock, before event, section and pairing, so that two copies at once wait for each other. `act`
    has transactions of its own: what it stored before it refused remains. Without a key it is called each
    time. Refused with KeyOfAnotherEntry if the key was sent with other fields.
    """
    if not key:
        return _answer(act)
    digest, told = _digest([key_of(actor), key]), _digest(sorted(content.items()))
    with transaction.atomic():
        row = _claim(digest, told)
        if row is None:
            return _repeat(EntryKey.objects.get(digest=digest), told)
        answer = _answer(act)
        row.status = answer.status
        if answer.refusal is not None:
            what, next_step = answer.refusal
            row.refusal = {"code": answer.code, "what": what, "next": next_step}
        row.save(update_fields=["status", "refusal"])
    return answer


def delete_old_keys(*, now: datetime) -> int:
    """Delete the keys that no device sends any more; return their number."""
    return EntryKey.objects.filter(made_at__lt=now - KEPT).delete()[0]


def _claim(digest: str, content: str) -> EntryKey | None:
    """Store a new key, or return None if it is there: the insert waits for a copy that is being answered."""
    try:
        with transaction.atomic():
            return EntryKey.objects.create(digest=digest, content=content, made_at=timezone.now())
    except IntegrityError:
        return None


def _repeat(row: EntryKey, content: str) -> EntryAnswer:
    if row.content != content:
        return _refused(KeyOfAnotherEntry())
    if not row.refusal:
        return EntryAnswer(status=row.status, is_repeated=True)
    words = RefusalText(row.refusal["what"], row.refusal["next"])
    return EntryAnswer(status=row.status, code=row.refusal["code"], refusal=words, is_repeated=True)


def _answer(act: Callable[[], Any]) -> EntryAnswer:
    try:
        return EntryAnswer(result=act())
    except ClubError as error:
        return _refused(error)


def _refused(error: ClubError) -> EntryAnswer:
    return EntryAnswer(status=error.status, code=error.code, refusal=refusal_text(error), error=error)


def _digest(parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
