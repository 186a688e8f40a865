"""Who acts: an account, a helper's phone, or the program itself. Every service is told."""

from dataclasses import dataclass, field
from typing import Any, Self

from club.models import AuditEntry, HelperPass, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts, from where, and in answer to which request.

    `user` or `helper_pass` or neither: then it is the program (`SYSTEM`), a visitor, or whoever sits at the
    laptop of a club without accounts (`is_at_the_machine`). `abilities` narrows an account to what its API
    token allows; None narrows nothing. Whoever undoes something carries the entry that is undone, and why:
    every entry written meanwhile tells it.
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
        """Whether nobody in particular acts."""
        return self.user is None and self.helper_pass is None and not self.is_system

    @classmethod
    def of_user(cls, user: User, *, address: str = "", request_id: str = "") -> Self:
        """An account acting by itself, as in a command or a test."""
        return cls(label=str(user), user=user, address=address, request_id=request_id)


SYSTEM = Actor(label="program", is_system=True)
VISITOR = Actor(label="visitor")
