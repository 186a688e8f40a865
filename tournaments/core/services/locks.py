"""Row locks in one order (event, section, round, pairing), taken before the rows are read."""

from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.errors import ChangedMeanwhile, RoundNotDraft
from tournaments.models import Case, Entry, Event, Pairing, Round, RoundState, Section


def event_scope(event: Event) -> Scope:
    """Return the permission scope of an event."""
    return Scope(event.organisation_id, event.pk)


def section_scope(section: Section) -> Scope:
    """Return the permission scope of a section."""
    return Scope(section.event.organisation_id, section.event_id, section.pk)


def pairing_scope(pairing: Pairing) -> Scope:
    """Return the permission scope for results of a pairing: a helper pass may be for some boards."""
    event = pairing.round.section.event
    return Scope(event.organisation_id, event.pk, pairing.round.section_id, pairing.board_number)


def locked_event(event_id: int, actor: Actor, *, version: int | None = None) -> Event:
    """Lock an event until the end of the transaction. Raises ChangedMeanwhile for an outdated version."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
    require_permission(actor, Capability.RUN_EVENTS, event_scope(event))
    if version is not None and event.version != version:
        raise ChangedMeanwhile(what=event.name)
    return event


def lock_sections(event: Event) -> None:
    """Lock the sections of a locked event before anything is logged: the audit chain is locked last.

    A change of the event is written to records of its games, and a result locks its section first.
    """
    list(Section.objects.select_for_update(no_key=True).filter(event=event).order_by("pk").only("pk"))


def locked_section(
    section_id: int,
    actor: Actor,
    *,
    version: int | None = None,
    capability: Capability = Capability.RUN_EVENTS,
) -> Section:
    """Lock a section. Raises ChangedMeanwhile for an outdated version."""
    section = (
        Section.objects.select_for_update(of=("self",), no_key=True)
        .select_related("event")
        .get(pk=section_id)
    )
    require_permission(actor, capability, section_scope(section))
    if version is not None and section.version != version:
        raise ChangedMeanwhile(what=section.name)
    return section


def locked_for_public(section_id: int) -> Section:
    """Lock a section for an action of the public; the caller checks that the action is open to it."""
    rows = Section.objects.select_for_update(of=("self",), no_key=True).select_related("event__organisation")
    return rows.get(pk=section_id)


def locked_entry(entry_id: int, actor: Actor, *, capability: Capability = Capability.RUN_EVENTS) -> Entry:
    """Lock the section of an entry; return the entry."""
    section_id = Entry.objects.values_list("section_id", flat=True).get(pk=entry_id)
    section = locked_section(section_id, actor, capability=capability)
    entry = Entry.objects.get(pk=entry_id)
    entry.section = section
    return entry


def locked_round(round_id: int, actor: Actor, *, version: int | None = None) -> Round:
    """Lock a round, after its section. Raises ChangedMeanwhile for an outdated version."""
    section_id = Round.objects.values_list("section_id", flat=True).get(pk=round_id)
    section = locked_section(section_id, actor)
    row = Round.objects.select_for_update(no_key=True).get(pk=round_id)
    row.section = section
    if version is not None and row.version != version:
        raise ChangedMeanwhile(what=str(row))
    return row


def locked_draft(round_id: int, actor: Actor, *, version: int | None = None) -> Round:
    """Lock a round that is still a draft."""
    row = locked_round(round_id, actor, version=version)
    if row.state != RoundState.DRAFT:
        raise RoundNotDraft(round=row.number, state=row.state)
    return row


def locked_pairing(pairing_id: int) -> Pairing:
    """Lock a pairing with its section and round, so that results and closings wait for each other."""
    # A pairing never changes its round, nor a round its section: the joins need no lock.
    sections = Section.objects.select_for_update(of=("self",), no_key=True).only("pk")
    list(sections.filter(round_rows__pairings=pairing_id).order_by())
    list(
        Round.objects.select_for_update(of=("self",), no_key=True)
        .only("pk")
        .filter(pairings=pairing_id)
        .order_by()
    )
    # The event is read after these locks: a waiting result must see that the event was hidden meanwhile.
    rows = Pairing.objects.select_for_update(of=("self",), no_key=True)
    return (
        rows.select_related("round__section__event", "white", "black")
        .defer("round__reasons")
        .get(pk=pairing_id)
    )


def case_scope(case: Case) -> Scope:
    """Return the permission scope of a case: a deputy's pass is for some boards."""
    if case.pairing_id is not None and case.pairing is not None:
        return pairing_scope(case.pairing)
    return section_scope(case.section) if case.section is not None else event_scope(case.event)
