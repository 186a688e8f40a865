"""Hooks: what a lower feature sets off in a higher one without importing it.

The lower feature calls a hook where the change happens. The table `HOOKS` of `tournaments/registry.py` names
the handlers of each hook in their order. They run in the transaction and under the locks of the caller.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from club.core.actor import Actor
from tournaments.models import Entry, Event, GameResult, Pairing, ResultDispute, Round, Ruling, Section

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Hook(Generic[Given, Answer]):
    """A call that runs the handlers of higher features and returns their answers in order."""

    def __init__(self) -> None:
        self.handlers: tuple[Callable[Given, Answer], ...] = ()

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> list[Answer]:
        """Run the handlers."""
        return [handler(*args, **kwargs) for handler in self.handlers]

    def runs(self, *handlers: Callable[Given, Answer]) -> "Connection":
        """Name the handlers of this hook: a row of the table in the registry."""
        return Connection(self, handlers)


@dataclass(frozen=True, slots=True)
class Connection:
    """A hook with its handlers."""

    hook: Hook[..., Any]
    handlers: tuple[Callable[..., Any], ...]


def connect(*connections: Connection) -> None:
    """Set the handlers of hooks; each hook has one row in the registry."""
    for one in connections:
        if one.hook.handlers:
            raise ValueError("A hook is connected twice.")
        one.hook.handlers = one.handlers


def merged(answers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Merge the answers of a hook's handlers; a later handler wins."""
    return {name: value for answer in answers for name, value in answer.items()}


class ResultChange(NamedTuple):
    """A result that was entered or changed, after it is saved and in the audit log."""

    pairing: Pairing
    result: GameResult
    actor: Actor
    reason: str


AfterResult: TypeAlias = Callable[[ResultChange], None]
Context: TypeAlias = Mapping[str, Any]

# ---- set-up and entries ----

on_section_changed: Final = Hook[[Section, str], None]()
"""The rules of a section were changed, for a reason. Runs before the audit entry."""
on_entry_joins: Final = Hook[[Entry], None]()
"""An entry is about to be saved for the first time, or is let in; handlers fill its empty fields."""
on_entry_changed: Final = Hook[[Entry, str], None]()
"""The data of an entry were changed, for a reason. Runs before the audit entry."""
on_presence_changed: Final = Hook[[Section, Sequence[Entry]], None]()
"""Players of a section were checked in, or all their check-ins taken back. Runs before the audit entry."""

# ---- rounds and results ----

before_round_proposed: Final = Hook[[Round], None]()
"""A draft is about to be paired; handlers may set fields of the round, which is saved after the pairing."""
facts_for_pairing: Final = Hook[[Section], Mapping[str, Any]]()
"""Facts that pairing reads from the reasons of the round."""
before_round_published: Final = Hook[[Round], None]()
"""A draft has its line-ups and is about to be published."""
before_boards_dropped: Final = Hook[[QuerySet[Pairing]], Context]()
"""Boards of a draft are about to be deleted, as their players or colours change.

Returns facts for the audit entry: what is lost with them.
"""
on_boards_published: Final = Hook[[Round], None]()
"""Boards of a round become visible: all of them, or one of a late arrival. Runs before the audit entry."""
on_result_changes: Final = Hook[[Pairing], AfterResult]()
"""A result is about to change. A handler returns what to do after the audit entry.

It locks the rows for that at once: nothing may be locked after the audit log.
"""
on_ruling_overruled: Final = Hook[[Ruling], AfterResult]()
"""A result that a ruling in force has set is about to be replaced by hand, for a reason.

A handler returns what to do after the audit entry, as for `on_result_changes`.
"""
on_dispute_opened: Final = Hook[[ResultDispute, Actor], None]()
"""Two versions of a result; the dispute is saved after the handlers, which may set its case."""
on_dispute_settled: Final = Hook[[ResultDispute, Actor, str], None]()
"""A dispute has its result and is saved; the reason is that of the decision."""

# ---- records of games ----

on_game_tags_changed: Final = Hook[[QuerySet[GameResult], Actor], None]()
"""Data of these games changed that their records repeat: event, section, names, round, hours."""
on_event_shown: Final = Hook[[Event], None]()
"""A hidden event was made public. Runs after the audit entry: handlers lock nothing."""
on_line_up_changed: Final = Hook[[Pairing, Sequence[GameResult], Actor], None]()
"""The line-up of a match was changed, with its games. Runs after the audit entry."""

# ---- parts of pages ----

on_events_page: Final = Hook[[Actor], Context]()
"""Context of the list of events at the desk."""
on_event_page: Final = Hook[[Event, Actor], Context]()
"""Context of an event at the desk, for accounts that file incidents."""
on_arbiter_queue: Final = Hook[[Event, Actor], Context]()
"""Context of the arbiter's queue: what else waits for a decision."""
on_board_phone: Final = Hook[[Pairing], Context]()
"""Context of the page behind the code at a board, with its current pairing."""
on_check_in_page: Final = Hook[[Section], Context]()
"""Context of the check-in of a section."""
on_self_check_in: Final = Hook[[HttpRequest, Entry, str], HttpResponse | None]()
"""A player was checked in on the page of the poster, with its secret; the first answer replaces the page."""
on_round_page: Final = Hook[[Round, Sequence[Pairing]], Context]()
"""Context of a round at the desk, with its boards."""
