"""Undo handlers: the registry of services that reverse actions, for `services.undo_entry`.

Most actions are undone by one service (`undo_by`), the others by a function (`undo_handler`). The services
refuse what is no longer possible; `undo_entry` refuses if a row is gone or if nothing is left to undo. Checks
need no locks: `undo_entry` runs a handler again if another change came between its check and its service.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar

from django.db import models

from club.audit.log import as_json
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, NoticeOptOut, NoticeReceiver, Person

Row = TypeVar("Row", bound=models.Model)
Facts = dict[str, Any]


class UndoHandler(Protocol):
    """Handler that reverses an entry through the public services."""

    def __call__(self, *, entry: AuditEntry, actor: Actor) -> None:
        """Reverse the entry, or raise a refusal. The entries it records undo the entry."""


UNDO_HANDLERS: dict[str, UndoHandler] = {}
NOT_UNDOABLE: dict[str, str] = {}
"""Actions that cannot be reversed, with the code of the reason (`club.core.messages.REASONS`)."""


def undo_handler(*actions: str) -> Callable[[UndoHandler], UndoHandler]:
    """Register the function below as the undo handler of these actions; an action has one."""

    def register(reversal: UndoHandler) -> UndoHandler:
        for action in actions:
            if UNDO_HANDLERS.setdefault(action, reversal) is not reversal:
                raise ValueError(f"{action} has two ways back.")
        return reversal

    return register


def undo_by(
    *actions: str,
    call: Callable[..., object],
    number: str = "",
    requires: Callable[[AuditEntry], object] | None = None,
    before: Callable[[Facts], Facts] | None = None,
    after: Callable[[Facts], Facts] | None = None,
) -> None:
    """Register that a service undoes these actions.

    `number` names the argument of the service for the number of the entry's object; without it the service
    takes the club of the entry as `organisation_id`. `requires` checks the entry first. `before` and `after`
    make further arguments from the facts that the entry has from before and after its action.
    """

    def reverse(*, entry: AuditEntry, actor: Actor) -> None:
        if requires is not None:
            requires(entry)
        if not number and entry.organisation_id is None:
            raise CannotUndo(why="is_gone")
        given = {
            **({number: int(entry.target_id)} if number else {"organisation_id": entry.organisation_id}),
            **(before(entry.before or {}) if before else {}),
            **(after(entry.after or {}) if after else {}),
        }
        call(**given, actor=actor)

    undo_handler(*actions)(reverse)


def not_undoable(*actions: str, reason_code: str) -> None:
    """Register that actions cannot be reversed, with the reason."""
    NOT_UNDOABLE.update(dict.fromkeys(actions, reason_code))


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


def changed_since(entry: AuditEntry, *actions: str) -> CannotUndo:
    """Refusal of an entry whose object has changed since, if known by a later entry with one of the actions.

    Without actions, it is that of the entry.
    """
    later = latest_about(entry, *(actions or (entry.action,)))
    if later is None:
        return CannotUndo(why="changed_since")
    return CannotUndo(why="changed_again", number=later.number, who=later.actor_label)


def require_latest(entry: AuditEntry, *actions: str) -> None:
    """Raise CannotUndo if a later entry about the object has one of the actions, or that of the entry."""
    if latest_about(entry, *(actions or (entry.action,))) is not None:
        raise changed_since(entry, *actions)


def unchanged_row(
    rows: models.Manager[Row] | models.QuerySet[Row],
    facts: Callable[[Row], Facts],
    entry: AuditEntry,
    *actions: str,
) -> Row:
    """Return the row that the entry names; raise CannotUndo if its facts differ from those after the action.

    `actions` are those that change the facts, if there are others than that of the entry.
    """
    row = rows.get(pk=entry.target_id)
    require_facts(facts(row), entry, *actions)
    return row


def require_facts(facts: Facts, entry: AuditEntry, *actions: str) -> None:
    """Raise CannotUndo if the facts differ from those after the action."""
    logged = entry.after or {}
    if any(logged.get(name) != value for name, value in as_json(facts).items()):
        raise changed_since(entry, *actions)


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
