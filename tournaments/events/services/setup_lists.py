"""Lists of a section and an event that are set as a whole: classes, fees, schedule, prizes, officials."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.db import models, transaction

from club.core.actor import Actor
from club.members.selectors.persons import persons_named
from tournaments.core.hooks import on_game_tags_changed
from tournaments.core.services.event_log import log_event, log_section
from tournaments.core.services.locks import locked_event, locked_section
from tournaments.events.errors import (
    ClassInUse,
    CurrencyMissing,
    NamedTwice,
    PrizeOfNothing,
    PrizesGrow,
    RoundBeyond,
    UnknownClass,
)
from tournaments.events.money import CURRENCY
from tournaments.events.selectors.setup_facts import (
    class_facts,
    fee_facts,
    official_facts,
    prize_facts,
    schedule_facts,
)
from tournaments.models import (
    Event,
    Fee,
    GameResult,
    Official,
    Prize,
    PrizeKind,
    PrizeSharing,
    Round,
    RoundState,
    RoundTime,
    Section,
    SectionClass,
)

Rows = Sequence[Mapping[str, Any]]
Row = TypeVar("Row", bound=models.Model)
OWN_COLUMNS = ("id", "section", "event", "person")


@transaction.atomic
def set_classes(
    *, section_id: int, rows: Rows, actor: Actor, version: int | None = None, reason: str = ""
) -> Section:
    """Set the classes of a section; a row whose `was` names another class renames it everywhere."""
    section = locked_section(section_id, actor, version=version)
    before = class_facts(section)
    made = _rows(SectionClass, rows, section=section)
    for one in made:
        one.validate_constraints(exclude=["section"])
    _validate_unique((row.name for row in made), "")
    known = {one["name"] for one in before["classes"]}
    pairs = [(str(row.get("was") or ""), one.name) for row, one in zip(rows, made, strict=True)]
    renamed = {was: name for was, name in pairs if was in known and was != name}
    _rename(section, renamed)
    _require_unused(section, {row.name for row in made})
    section.classes.all().delete()
    SectionClass.objects.bulk_create(made)
    after = class_facts(section) | ({"renamed": renamed} if renamed else {})
    return log_list_change("tournaments.classes.set", section, actor, before, after, reason)


def _rename(section: Section, changed: Mapping[str, str]) -> None:
    """Rename classes in entries, fees and prizes, also where two swap names."""
    for table in (section.entries, section.fees, section.prizes):
        found = [(row, changed[row.category]) for row in table.filter(category__in=changed)]
        for row, name in found:
            type(row)._base_manager.filter(pk=row.pk).update(category=name)  # noqa: SLF001 - documented interface


def _require_unused(section: Section, names: set[str]) -> None:
    for gone in section.classes.exclude(name__in=names):
        used = {
            "entries": section.entries.filter(category=gone.name).count(),
            "fees": section.fees.filter(category=gone.name).count(),
            "prizes": section.prizes.filter(category=gone.name).count(),
        }
        if any(used.values()):
            raise ClassInUse(name=gone.name, **used)


@transaction.atomic
def set_fees(
    *, section_id: int, rows: Rows, actor: Actor, version: int | None = None, reason: str = ""
) -> Section:
    """Set the fees of a section."""
    section = locked_section(section_id, actor, version=version)
    before = fee_facts(section)
    made = _rows(Fee, rows, section=section)
    for row in made:
        _validate_class(section, row.category)
        _validate_currency(row.currency)
    section.fees.all().delete()
    Fee.objects.bulk_create(made)
    return log_list_change("tournaments.fees.set", section, actor, before, fee_facts(section), reason)


@transaction.atomic
def set_schedule(
    *, section_id: int, rows: Rows, actor: Actor, version: int | None = None, reason: str = ""
) -> Section:
    """Set the start times of a section's rounds; existing rounds that are not closed take them at once."""
    section = locked_section(section_id, actor, version=version)
    before = schedule_facts(section)
    made = _rows(RoundTime, rows, section=section)
    _validate_unique((row.number for row in made), "")
    for row in made:
        if not 1 <= row.number <= section.rounds:
            raise RoundBeyond(round=row.number, rounds=section.rounds)
    section.round_times.all().delete()
    RoundTime.objects.bulk_create(made)
    times = {row.number: row.starts_at for row in made}
    open_rounds = list(section.round_rows.exclude(state=RoundState.CLOSED))
    for one in open_rounds:
        one.starts_at = times.get(one.number)
    Round.objects.bulk_update(open_rounds, ["starts_at"])
    told = log_list_change(
        "tournaments.schedule.set", section, actor, before, schedule_facts(section), reason
    )
    on_game_tags_changed(GameResult.every.filter(pairing__round__in=open_rounds), actor)
    return told


@transaction.atomic
def set_prizes(
    *,
    section_id: int,
    rows: Rows,
    actor: Actor,
    currency: str = "",
    sharing: str = PrizeSharing.EQUAL,
    version: int | None = None,
    reason: str = "",
) -> Section:
    """Set the prizes of a section, in which currency they are, and how those level on score share."""
    section = locked_section(section_id, actor, version=version)
    before = prize_facts(section)
    made = _rows(Prize, rows, section=section)
    _validate_complete(made)
    for row in made:
        _validate_class(section, row.category)
    _validate_unique(((row.kind, row.category, row.board_number, row.place) for row in made), "")
    _validate_descending(made)
    if currency or any(row.amount for row in made):
        _validate_currency(currency)
    section.currency, section.prize_sharing = currency, PrizeSharing(sharing)
    section.prizes.all().delete()
    Prize.objects.bulk_create(made)
    return log_list_change("tournaments.prizes.set", section, actor, before, prize_facts(section), reason)


def _validate_complete(rows: Sequence[Prize]) -> None:
    for at, row in enumerate(rows, start=1):
        names_class, names_board = bool(row.category), row.board_number is not None
        fits = (names_class, names_board) == (row.kind == PrizeKind.CLASS, row.kind == PrizeKind.BOARD)
        if not fits or not (row.amount or row.thing) or row.place < 1:
            raise PrizeOfNothing(row=at)


def _validate_descending(rows: Sequence[Prize]) -> None:
    """Refuse prize money that rises from place to place in its group.

    A group is a kind, class and board; a missing place counts as no money.
    """
    groups: dict[Hashable, dict[int, int]] = {}
    for row in rows:
        groups.setdefault((row.kind, row.category, row.board_number), {})[row.place] = row.amount
    for amounts in groups.values():
        for place, amount in amounts.items():
            if place > 1 and amount > amounts.get(place - 1, 0):
                raise PrizesGrow(place=place)


@transaction.atomic
def set_officials(
    *, event_id: int, rows: Rows, actor: Actor, version: int | None = None, reason: str = ""
) -> Event:
    """Set the officials of an event; a person of the club is found by name, unless two have it."""
    event = locked_event(event_id, actor, version=version)
    before = official_facts(event)
    made = _rows(Official, rows, event=event)
    _validate_unique(((row.role, row.name.casefold()) for row in made), "")
    known: dict[str, int | None] = {}
    for person in persons_named(organisation_id=event.organisation_id, names=[row.name for row in made]):
        key = person.name.casefold()
        known[key] = None if key in known else person.pk
    for row in made:
        row.person_id = known.get(row.name.casefold())
    event.officials.all().delete()
    Official.objects.bulk_create(made)
    after = official_facts(event)
    if after != before:
        event.version += 1
        event.save(update_fields=["version"])
        log_event("tournaments.officials.set", event, actor, before=before, after=after, reason=reason)
    return event


def _rows(kind: type[Row], given: Rows, **owner: models.Model) -> list[Row]:
    """Build the validated rows in their order; a ValidationError names the invalid field."""
    names = {field.name for field in kind._meta.concrete_fields} - set(OWN_COLUMNS)  # noqa: SLF001 - documented interface
    made = []
    for position, values in enumerate(given, start=1):
        told = {name: _normalize(values[name]) for name in names if name in values}
        if "position" in names:
            told["position"] = position
        row = kind(**told, **owner)
        row.clean_fields(exclude=OWN_COLUMNS)
        made.append(row)
    return made


def _normalize(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


def _validate_unique(keys: Iterable[Hashable], what: str) -> None:
    seen: set[Hashable] = set()
    for key in keys:
        if key in seen:
            parts = key if isinstance(key, tuple) else (key,)
            raise NamedTwice(what=what or ", ".join(str(part) for part in parts if part))
        seen.add(key)


def _validate_class(section: Section, name: str) -> None:
    known = [one.name for one in section.classes.all()]
    if name and name not in known:
        raise UnknownClass(name=name, known=known)


def _validate_currency(currency: str) -> None:
    if not CURRENCY.fullmatch(currency):
        raise CurrencyMissing(currency=currency)


def log_list_change(
    action: str,
    section: Section,
    actor: Actor,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    reason: str,
) -> Section:
    """Write an audit entry for a changed list."""
    if before == after:
        return section
    section.version += 1
    section.save(update_fields=["version", "currency", "prize_sharing"])
    tell = {"before": before, "after": after, "reason": reason}
    log_section(action, section, actor, **tell)
    return section
