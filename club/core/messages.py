"""Sentences of refusals, filled with their facts in the reader's language."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.core.capabilities import MATRIX, Capability
from club.core.errors import ClubError, NotAllowed
from club.models import Role

Words = str | Promise
NOTHING = "\N{EN DASH}"
REASONS: dict[str, Words] = {}
"""Reasons why an audit entry cannot be undone, by code; filled with the audit texts of each app."""


class KnownFacts(dict[str, str]):
    """Facts of a sentence; a missing fact of an older entry is a dash."""

    def __missing__(self, _name: str) -> str:
        return NOTHING


class RefusalText(NamedTuple):
    """Problem and next step in the reader's language."""

    what: str
    next_step: str


SITE_ONLY = (
    _("Only the site administrator can do this. It needs the permission to: %(capability)s."),
    _("Ask the site administrator; no club role gives this permission."),
)
"""Sentences of `NotAllowed` for a capability that no role has."""


def refusal_text(refusal: ClubError) -> RefusalText:
    """Return the sentences of a refusal with its facts."""
    is_sites = isinstance(refusal, NotAllowed) and not MATRIX[Capability(str(refusal.facts["capability"]))]
    what, next_step = SITE_ONLY if is_sites else refusal.sentences()
    facts = readable_facts(refusal.readable_facts())
    return RefusalText(str(what) % facts, str(next_step) % facts)


def reason_text(code: str, facts: Mapping[str, Any]) -> str:
    """Sentence of why an entry cannot be undone."""
    return str(REASONS[code]) % KnownFacts({name: str(value) for name, value in facts.items()})


def readable_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """Format facts for a sentence: capabilities in words, lists with commas."""
    read = {name: _readable(name, value) for name, value in facts.items()}
    is_told = read.get("why") in REASONS  # other refusals have a plain code under this name
    return read | {"why": reason_text(read["why"], read)} if is_told else read


def _readable(name: str, value: Any) -> str:
    if name == "capability":
        return str(Capability(value).label)
    if name == "role":
        return str(Role(value).label)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return str(value)


def choice_label(choices: Any, value: Any) -> Words:
    """Return the label of a choice."""
    return str(dict(choices.choices).get(value, value))
