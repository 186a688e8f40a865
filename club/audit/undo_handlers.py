"""Undo handlers: the registry of services that reverse actions, for the audit pages and `services.undo`."""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, NoticeOptOut, NoticeReceiver, Person


class UndoHandler(Protocol):
    """Handler that reverses an entry through the public services."""

    def __call__(self, *, entry: AuditEntry, actor: Actor) -> None:
        """Reverse the entry, or raise CannotUndo with the reason. The entries it records undo the entry."""


UNDO_HANDLERS: dict[str, UndoHandler] = {}
NOT_UNDOABLE: dict[str, str] = {}
"""Actions that cannot be reversed, with the code of the reason (`club.core.messages.REASONS`)."""


def undo_handler(action: str) -> Callable[[UndoHandler], UndoHandler]:
    """Register the function below as the undo handler of an action; an action has one."""

    def register(reversal: UndoHandler) -> UndoHandler:
        if UNDO_HANDLERS.setdefault(action, reversal) is not reversal:
            raise ValueError(f"{action} has two ways back.")
        return reversal

    return register


def not_undoable(action: str, *, reason_code: str) -> None:
    """Register that an action cannot be reversed, with the reason."""
    NOT_UNDOABLE[action] = reason_code


def undo_handler_of(entry: AuditEntry) -> UndoHandler:
    """Return the undo handler of an entry; raise CannotUndo if there is none."""
    if entry.action in NOT_UNDOABLE:
        raise CannotUndo(why=NOT_UNDOABLE[entry.action])
    reversal = UNDO_HANDLERS.get(entry.action)
    if reversal is None:
        raise CannotUndo(why="no_way_back")
    if entry.lost_facts:
        raise CannotUndo(why="entry_is_blanked")
    later = undone_by(entry)
    if later is not None:
        raise CannotUndo(why="undone_already", number=later.number, who=later.actor_label)
    return reversal


def undone_by(entry: AuditEntry) -> AuditEntry | None:
    """Entry that undid this one. Each is undone once; the undo itself can be undone in turn."""
    return next(iter(entry.undone_by.all()), None)


def latest_about(entry: AuditEntry, *actions: str) -> AuditEntry | None:
    """Latest later entry with one of these actions about the same object."""
    about = AuditEntry.objects.filter(target_kind=entry.target_kind, target_id=entry.target_id)
    return about.filter(pk__gt=entry.pk, action__in=actions).order_by("-pk").first()


def require_unchanged(
    entry: AuditEntry, made: Mapping[str, Collection[int]], *, persons: Collection[int], why: str
) -> None:
    """Raise CannotUndo if a later entry names one of these rows, or rows depend on a new person.

    An account, a notice sent to them, a muted kind of notices: these are deleted with a row.
    """
    later = AuditEntry.objects.filter(pk__gt=entry.pk, chain_id=entry.chain_id, target_kind__in=made)
    targets = later.exclude(action="club.person.looked_at").values_list("target_kind", "target_id")
    wanted = {(kind, str(number)) for kind, numbers in made.items() for number in numbers}
    linked = Person.objects.filter(pk__in=persons, user__isnull=False)
    heard = NoticeReceiver.objects.filter(person__in=persons), NoticeOptOut.objects.filter(person__in=persons)
    if wanted & set(targets) or linked.exists() or any(rows.exists() for rows in heard):
        raise CannotUndo(why=why)
