"""Refusals of the club app as sentences: what happened, and what to do next."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from club.capabilities import Capability
from club.errors import ClubError


class RefusalText(NamedTuple):
    """What happened and what to do next, in the reader's language."""

    what: str
    next_step: str


TEXTS: dict[str, tuple[Any, Any]] = {
    "not_allowed": (
        _("This is not open to you. It takes a role that may: %(capability)s."),
        _("Ask an owner or the secretary of the club for such a role, or sign in with another account."),
    ),
    "account_needed": (
        _("This is open to those who have an account here."),
        _("Sign in. Whoever has no account yet is invited by an owner or the secretary of a club."),
    ),
    "pass_ended": (
        _("The helper pass “%(label)s” has ended."),
        _("Ask the arbiter for a new one."),
    ),
    "pass_taken_back": (
        _("The helper pass “%(label)s” has been taken back."),
        _("Ask the arbiter why, and for a new one if you still help."),
    ),
}


def refusal_text(refusal: ClubError) -> RefusalText:
    """The refusal in words."""
    what, next_step = TEXTS[refusal.code]
    facts = readable_facts(refusal.facts)
    return RefusalText(str(what) % facts, str(next_step) % facts)


def readable_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """Facts as they stand in a sentence: capabilities in words, lists with commas."""
    return {name: _readable(name, value) for name, value in facts.items()}


def _readable(name: str, value: Any) -> str:
    if name == "capability":
        return str(Capability(value).label)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)
