"""Undo handlers: the registry of services that reverse actions, for the audit pages and `services.undo`."""

from collections.abc import Callable
from typing import Protocol

from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry


class Reversal(Protocol):
    """Handler that reverses an entry through the public services."""

    def __call__(self, *, entry: AuditEntry, actor: Actor) -> None:
        """Reverse the entry, or raise CannotUndo with the reason. The entries it records undo the entry."""


REVERSALS: dict[str, Reversal] = {}
ONE_WAY: dict[str, str] = {}
"""Actions that cannot be reversed, with the code of the reason (`club.core.messages.REASONS`)."""


def undoes(action: str) -> Callable[[Reversal], Reversal]:
    """Register the function below as the undo handler of an action; an action has one."""

    def register(reversal: Reversal) -> Reversal:
        if REVERSALS.setdefault(action, reversal) is not reversal:
            raise ValueError(f"{action} has two ways back.")
        return reversal

    return register


def has_no_way_back(action: str, *, because: str) -> None:
    """Register that an action cannot be reversed, with the reason."""
    ONE_WAY[action] = because


def reversal_of(entry: AuditEntry) -> Reversal:
    """Return the undo handler of an entry; raise CannotUndo if there is none."""
    if entry.action in ONE_WAY:
        raise CannotUndo(why=ONE_WAY[entry.action])
    reversal = REVERSALS.get(entry.action)
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
