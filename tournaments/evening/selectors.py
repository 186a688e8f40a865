"""A player's evening: the current board, the place with its neighbours, earlier rounds, the next start."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from club.core.actor import Actor
from club.members.selectors.self_service import own_persons
from club.models import Person
from tournaments.models import (
    BoardCard,
    Entry,
    EntryState,
    EventState,
    Hall,
    Pairing,
    PlayerPhone,
    Round,
    RoundState,
    RoundTime,
    Section,
)
from tournaments.standings.selectors.player_records import Extent, PlayerRecord, record_with_neighbours

DAYS_AFTER: Final = 2
"""Days after the last day of an event in which its phones are still connected."""
DAYS_WITHOUT_END: Final = 31
NEIGHBOURS: Final = 2
"""Rows above and below the player's own row of the standings."""


def expired() -> Q:
    """Return the condition of phones whose event is over; without a last day they last a month."""
    last = timezone.localdate() - timedelta(days=DAYS_AFTER)
    old = timezone.now() - timedelta(days=DAYS_WITHOUT_END)
    event = "entry__section__event__ends_on"
    return Q(**{f"{event}__lt": last}) | Q(**{f"{event}__isnull": True}, bound_at__lt=old)


def live_phones() -> QuerySet[PlayerPhone]:
    """Return the phones that are connected now."""
    return PlayerPhone.objects.filter(removed_at__isnull=True).exclude(expired())


def entries_on_phone(device: str) -> list[Entry]:
    """Return the players that a phone follows, the latest first."""
    if not device:
        return []
    rows = live_phones().filter(device=device)
    rows = rows.select_related("entry__section__event__organisation").order_by("-bound_at", "-pk")
    return [phone.entry for phone in rows]


def entries_of_account(actor: Actor) -> list[Entry]:
    """Return the entries of an account's person and wards in public events that are not over."""
    mine = own_persons(actor=actor)
    return current_entries(mine) if mine else []


def current_entries(persons: Sequence[Person]) -> list[Entry]:
    """Return the entries of these persons in public events that are not over, the latest event first."""
    last = timezone.localdate() - timedelta(days=DAYS_AFTER)
    rows = Entry.objects.filter(person__in=persons).exclude(section__event__state=EventState.DRAFT)
    rows = rows.filter(Q(section__event__ends_on__isnull=True) | Q(section__event__ends_on__gte=last))
    rows = rows.exclude(state__in=[EntryState.REFUSED, EntryState.WITHDRAWN])
    return list(
        rows.select_related("section__event__organisation").order_by("-section__event__starts_on", "-pk")
    )


class EveningState(StrEnum):
    """State of a player during the evening."""

    HIDDEN = "hidden"  # the event is not public
    OUT = "out"  # the entry is not confirmed, or withdrawn
    WAITING = "waiting"  # for the pairing of the next round
    UNPAIRED = "unpaired"  # without a game in the round that is on
    BYE = "bye"
    GAME = "game"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The evening of a player. `round` is the latest published round, `pairing` the player's board in it."""

    entry: Entry
    section: Section
    round: Round | None
    pairing: Pairing | None
    card: BoardCard | None
    record: PlayerRecord
    extent: Extent
    hall: Hall | None
    next_number: int
    next_starts_at: datetime | None

    @property
    def state(self) -> EveningState:
        """State of the player now."""
        if not self.section.event.is_public:
            return EveningState.HIDDEN
        if self.entry.state != EntryState.CONFIRMED:
            return EveningState.OUT
        if not self.is_on:
            is_over = self.next_number > self.section.rounds
            return EveningState.FINISHED if is_over else EveningState.WAITING
        if self.pairing is None:
            return EveningState.UNPAIRED
        return EveningState.BYE if self.pairing.black_id is None else EveningState.GAME

    @property
    def is_on(self) -> bool:
        """True if the player's current round is being played."""
        return self.round is not None and self.round.state == RoundState.PUBLISHED


def evening_of(entry: Entry) -> Evening:
    """Return the evening of a player whose event is public.

    The standings are those published last.
    """
    section = entry.section
    rounds = list(section.round_rows.defer("reasons").exclude(state=RoundState.DRAFT).order_by("number"))
    latest = rounds[-1] if rounds else None
    record, extent = record_with_neighbours(entry, section, near=NEIGHBOURS)
    pairing = next(
        (one.pairing for one in record.rounds if latest and one.pairing.round_id == latest.pk), None
    )
    if pairing is not None:
        pairing.round.section = section
    return Evening(
        entry=entry,
        section=section,
        round=latest,
        pairing=pairing,
        card=_card_of(pairing),
        record=record,
        extent=extent,
        hall=Hall.objects.filter(event=section.event_id).first(),
        next_number=(latest.number if latest else 0) + 1,
        next_starts_at=_start_of(section, (latest.number if latest else 0) + 1),
    )


def _card_of(pairing: Pairing | None) -> BoardCard | None:
    """Return the valid card of a board, through which players report; none where they do not."""
    if pairing is None or pairing.black_id is None or pairing.board_number is None:
        return None
    section = pairing.round.section_id
    cards = BoardCard.objects.filter(section=section, board_number=pairing.board_number)
    return cards.filter(revoked_at__isnull=True).first()


def _start_of(section: Section, number: int) -> datetime | None:
    times = RoundTime.objects.filter(section=section, number=number)
    return times.values_list("starts_at", flat=True).first()


def phones_of(section: Section) -> QuerySet[Entry]:
    """Return the players of a section with connected phones: their number, and since when."""
    phones = live_phones().filter(entry__section=section).values("pk")
    rows = section.entries.filter(phones__in=phones)
    return rows.annotate(count=Count("phones"), since=Max("phones__bound_at")).order_by("name", "pk")
