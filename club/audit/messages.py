"""Audit vocabulary: each app's registry adds sentences of actions, names of facts and names of objects.

Beside the words it adds which capability shows what an action is about, for `club.audit.audit_sight`.

Entries store codes and facts; sentences are formatted on display, in the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.core.capabilities import Capability
from club.core.messages import NOTHING, REASONS, KnownFacts, Words
from club.core.moments import SHORT, moment_text
from club.models import AuditEntry

LEFT_OUT = "\N{HORIZONTAL ELLIPSIS}"


class Kind(NamedTuple):
    """Kind of audited object: its name, and the page of one by its number."""

    label: Words
    address: Callable[[str], str] | None = None


SENTENCES: dict[str, Words] = {}
"""By action; placeholders are %(who)s, %(what)s, %(reason)s, and each fact as %(before_x)s or %(after_x)s."""
FIELDS: dict[str, Words] = {}
VALUES: dict[str, Callable[[Any], Words]] = {}
KINDS: dict[str, Kind] = {}
SHOWN_BY: dict[str, Capability] = {}
"""By action, or by its part before the last dot: the capability that shows the rows that it is about."""
FACTS_SHOWN_BY: dict[str, Capability] = {}
"""By name of a fact that needs another capability than the rest of its entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditMessages:
    """Table of audit texts. It takes effect when an app's `registry` names it in `AUDIT_MESSAGES`."""

    sentences: Mapping[str, Words] = field(default_factory=dict)
    shown_by: Mapping[Capability, Sequence[str]] = field(default_factory=dict)
    facts_shown_by: Mapping[str, Capability] = field(default_factory=dict)
    fields: Mapping[str, Words] = field(default_factory=dict)
    values: Mapping[str, Callable[[Any], Words]] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    reasons: Mapping[str, Words] = field(default_factory=dict)


def add_audit_messages(*tables: AuditMessages) -> None:
    """Add audit tables in the order given: facts of an entry are listed in the order of `FIELDS`."""
    for table in tables:
        SENTENCES.update(table.sentences)
        for capability, actions in table.shown_by.items():
            SHOWN_BY.update(dict.fromkeys(actions, capability))
        FACTS_SHOWN_BY.update(table.facts_shown_by)
        FIELDS.update(table.fields)
        VALUES.update(table.values)
        KINDS.update(table.kinds)
        REASONS.update(table.reasons)


class FieldRow(NamedTuple):
    """Fact of an entry, before and after."""

    label: str
    before: str
    after: str
    is_changed: bool


def sentence_of(entry: AuditEntry) -> str:
    """Sentence of an entry."""
    facts = KnownFacts(who=actor_name(entry), what=entry.target_label or NOTHING, reason=entry.reason)
    for when, logged in (("before", entry.before), ("after", entry.after)):
        if isinstance(logged, dict):
            facts |= {f"{when}_{name}": value_text(name, value) for name, value in logged.items()}
    sentence = SENTENCES.get(entry.action)
    if sentence is None:
        return f"{facts['who']}: {entry.action}, {facts['what']}"
    told_as = str(sentence) % KnownFacts(facts)
    return _("Undone: %(sentence)s") % {"sentence": told_as} if entry.undoes_id else told_as


def actor_name(entry: AuditEntry) -> str:
    """Name of the actor at the time of the entry."""
    known = {"program": _("The system"), "visitor": _("A user without an account")}
    return known.get(entry.actor_label, entry.actor_label)


def field_rows(entry: AuditEntry) -> list[FieldRow]:
    """Facts of an entry, changed ones first."""
    before = entry.before if isinstance(entry.before, dict) else {}
    after = entry.after if isinstance(entry.after, dict) else {}
    order = {
        name: place for place, name in enumerate(FIELDS)
    }  # PostgreSQL's jsonb does not preserve the order of keys
    rows = [
        FieldRow(
            field_label(name),
            value_text(name, before[name]) if name in before else "",
            value_text(name, after[name]) if name in after else "",
            before.get(name) != after.get(name),
        )
        for name in sorted({*before, *after}, key=lambda name: (order.get(name, len(order)), name))
    ]
    return sorted(rows, key=lambda row: not row.is_changed)


def field_label(name: str) -> str:
    """Label of a fact."""
    return str(FIELDS.get(name, name.replace("_", " ")))


def value_text(name: str, value: Any) -> str:
    """Display text of a fact's value."""
    if value in (
        None,
        "",
        LEFT_OUT,
    ):  # LEFT_OUT is no choice and no number, as the functions of VALUES expect
        return value or NOTHING
    if name in VALUES:
        return str(VALUES[name](value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(value_text("", one) for one in value) or NOTHING
    if isinstance(value, dict):
        return ", ".join(f"{field_label(key)}: {value_text(key, one)}" for key, one in value.items())
    moment = parse_datetime(value) if isinstance(value, str) and value[4:5] == "-" else None
    return _moment_text(moment) if moment else str(value)


def _moment_text(moment: datetime) -> str:
    if timezone.is_aware(moment):
        return moment_text(moment, form=SHORT)
    return date_format(moment, "SHORT_DATETIME_FORMAT")  # a local time without a zone


def kind_label(kind: str) -> str:
    """Label of a kind: that of the tables, else the name of its model."""
    if kind in KINDS:
        return str(KINDS[kind].label)
    try:
        return str(apps.get_model(kind)._meta.verbose_name)  # noqa: SLF001 - Django's public name
    except (LookupError, ValueError):  # a model of an earlier version
        return kind


def address_of(entry: AuditEntry) -> str:
    """Page of the entry's object, or empty."""
    kind = KINDS.get(entry.target_kind)
    return kind.address(entry.target_id) if kind and kind.address and entry.target_id else ""


def action_label(action: str) -> str:
    """Label of an action in a list of choices: its sentence without facts."""
    sentence = str(SENTENCES.get(action, action)) % _WithoutFacts()
    bare = sentence.strip(f" .:,{LEFT_OUT}")
    return bare[:1].upper() + bare[1:]


class _WithoutFacts(dict[str, str]):
    """Facts that are all left out."""

    def __missing__(self, _name: str) -> str:
        return LEFT_OUT
