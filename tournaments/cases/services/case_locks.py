"""Rows that a case is about: where it is, its locks and the key of its form."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.errors import CaseChanged
from tournaments.core.services.locks import case_scope, locked_pairing
from tournaments.models import Case, Event, Pairing, Ruling, Section


class About(NamedTuple):
    """Subject of a case: a game of a board and one of its players, a player alone, or the event."""

    pairing_id: int | None = None
    game: int = 1
    entry_id: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Rows that a case is about: locked and read once, and handed on.

    `pairing` is None if there is no such pairing in the event; it brings its round, section and players.
    """

    event: Event
    about: About
    section: Section | None = None
    pairing: Pairing | None = None


def locked_case(case_id: int, *, version: int | None = None, held: Place | None = None) -> Case:
    """Lock a case, after its event, section, round and pairing, and give it these rows.

    `held` is a place that the caller has locked; its rows are not read again. Raises CaseChanged if the case
    differs from the version shown.
    """
    case, _to = locked_to_move(case_id, None, held=held)
    require_version(case, version)
    return case


def locked_for(
    case_id: int,
    actor: Actor,
    capability: Capability = Capability.CORRECT_RESULTS,
    *,
    version: int | None = None,
    held: Place | None = None,
) -> Case:
    """Lock a case as `locked_case` does, and require a capability in its scope before the version."""
    case = locked_case(case_id, held=held)
    require_permission(actor, capability, case_scope(case))
    require_version(case, version)
    return case


def locked_to_move(
    case_id: int, about: About | None, *, held: Place | None = None
) -> tuple[Case, Place | None]:
    """Lock a case, and before it the place that it may move to; return both."""
    event = _locked_event_of(case_id) if held is None else held.event
    rows = Case.objects.filter(event=event)
    there = About(*rows.values_list("pairing_id", "game", "entry_id").get(pk=case_id))
    to = None
    if about is not None and not _is_same_place(about, there):
        to = locked_place(event, about)
    is_held = held is not None and _is_same_place(held.about, there)
    place = held if held is not None and is_held else locked_place(event, there)
    case = rows.select_for_update(no_key=True).get(pk=case_id)
    _give_rows(case, place)
    if about is not None and to is None:
        to = replace(place, about=about)
    return case, to


def _is_same_place(one: About, other: About) -> bool:
    return (one.pairing_id, one.entry_id) == (other.pairing_id, other.entry_id)


def _give_rows(case: Case, place: Place) -> None:
    """Set the relations of a case to the rows of its place, so that none is read again."""
    case.event = place.event
    if place.section is not None and case.section_id == place.section.pk:
        case.section = place.section
    elif case.section is not None:
        case.section.event = place.event
    if place.pairing is None:
        return
    case.pairing = place.pairing
    for player in (place.pairing.white, place.pairing.black):
        for name in ("entry", "opponent"):
            if player is not None and getattr(case, f"{name}_id") == player.pk:
                setattr(case, name, player)


def locked_event_row(event_id: int) -> Event:
    """Lock the event of cases: the first lock of all services about cases."""
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def _locked_event_of(case_id: int) -> Event:
    """Lock the event of a case. A case never changes its event."""
    rows = Event.objects.select_for_update(of=("self",), no_key=True).filter(cases=case_id).order_by()
    event = next(iter(rows), None)
    if event is None:
        raise Case.DoesNotExist
    return event


def is_key_new(key: str) -> bool:
    """Check in one query that neither a case nor a ruling was made by a form with this key."""
    cases = Case.objects.filter(key=key).order_by().values_list("pk", flat=True)
    rulings = Ruling.objects.filter(key=key).order_by().values_list("case_id", flat=True)
    return not key or not list(cases.union(rulings).order_by())


def case_with_key(key: str) -> Case | None:
    """Return the case of a form that was sent before, with the rows that its permission scope takes."""
    if not key:
        return None
    rows = Case.objects.select_related("event", "section__event", "pairing__round__section__event")
    return rows.filter(key=key).first()


def require_version(case: Case, version: int | None) -> None:
    """Refuse a decision based on an older version of the case."""
    if version is not None and case.version != version:
        raise CaseChanged(number=case.number, changes=case.version - version)


def locked_place(event: Event, about: About) -> Place:
    """Lock the section, round and pairing of a case, after its event, in the lock order of all services.

    The audit chain is locked last: a ruling enters a result after the case is logged.
    """
    if about.pairing_id is not None:
        try:
            pairing = locked_pairing(about.pairing_id)
        except Pairing.DoesNotExist:
            return Place(event, about)
        section = pairing.round.section
        if section.event_id != event.pk:
            return Place(event, about)
        section.event = event
        return Place(event, about, section, pairing)
    if about.entry_id is None:
        return Place(event, about)
    rows = Section.objects.select_for_update(of=("self",), no_key=True).filter(
        entries=about.entry_id, event=event
    )
    found = next(iter(rows.order_by()), None)
    if found is not None:
        found.event = event
    return Place(event, about, found)
