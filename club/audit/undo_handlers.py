"""Ways back: which service reverses which action. The trail offers them; `services.undo` walks them."""

from collections.abc import Callable
from typing import Protocol

from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry


class Reversal(Protocol):
    """Reverses what an entry tells, through the same services that people use."""

    def __call__(self, *, entry: AuditEntry, actor: Actor) -> None:
        """Reverse it, or raise CannotUndo with the reason. What it records undoes the entry."""


REVERSALS: dict[str, Reversal] = {}
ONE_WAY: dict[str, str] = {}
"""Actions that cannot be reversed, with the code of the reason (`audit_texts.REASONS`)."""


def undoes(action: str) -> Callable[[Reversal], Reversal]:
    """Register the function below as the way back from an action; an action has one."""

    def register(reversal: Reversal) -> Reversal:
        if REVERSALS.setdefault(action, reversal) is not reversal:
            raise ValueError(f"{action} has two ways back.")
        return reversal

    return register


def has_no_way_back(action: str, *, because: str) -> None:
    """Say that an action cannot be reversed, and why."""
    ONE_WAY[action] = because


def reversal_of(entry: AuditEntry) -> Reversal:
    """The way back from an entry; raises CannotUndo where there is none."""
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
    """The entry that undid this one. Each is undone once: what undid it can be undone in its turn."""
    return next(iter(entry.undone_by.all()), None)


def latest_about(entry: AuditEntry, *actions: str) -> AuditEntry | None:
    """The latest entry with one of these actions about the same thing after this one."""
    about = AuditEntry.objects.filter(target_kind=entry.target_kind, target_id=entry.target_id)
    return about.filter(pk__gt=entry.pk, action__in=actions).order_by("-pk").first()
