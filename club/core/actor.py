"""The actor of an action: an account, a helper's phone, or the program. A parameter of every service."""

from dataclasses import dataclass, field
from typing import Any, Self

from club.models import AuditEntry, HelperPass, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Actor of an action, with its address and request.

    `user` or `helper_pass` or neither. Neither is the program (`SYSTEM`), a visitor, or the person at the
    laptop of a club without accounts (`is_at_the_machine`). `abilities` limits an account to those of its API
    token; None is no limit. An undo carries the undone entry and the reason, which every entry written
    meanwhile records.
    """

    label: str
    user: User | None = None
    helper_pass: HelperPass | None = None
    address: str = ""
    request_id: str = ""
    is_system: bool = False
    is_at_the_machine: bool = False
    abilities: frozenset[str] | None = None
    undoes: AuditEntry | None = None
    reason: str = ""
    memory: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)  # of one request

    @property
    def is_visitor(self) -> bool:
        """True for an anonymous visitor."""
        return self.user is None and self.helper_pass is None and not self.is_system

    @classmethod
    def of_user(cls, user: User, *, address: str = "", request_id: str = "") -> Self:
        """Actor of an account without a request, as in a command or a test."""
        return cls(label=str(user), user=user, address=address, request_id=request_id)


SYSTEM = Actor(label="program", is_system=True)
VISITOR = Actor(label="visitor")
