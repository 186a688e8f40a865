"""A player's evening: the current board, the place with its neighbours, earlier rounds, the next start."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from club.core.actor import Actor
from club.members.selectors.persons import persons_without_name_consent
from club.members.selectors.self_service import own_persons
from club.models import Person
from tournaments.core.trees import eliminated_in
from tournaments.models import (
    BoardCard,
    Entry,
    EntryState,
    EventState,
    Hall,
    Outcome,
    Pairing,
    PlayerPhone,
    PushSubscription,
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
    ELIMINATED = "eliminated"  # from a knock-out
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
    eliminated_in: int | None
    """Round of a knock-out in which the player was eliminated."""

    @property
    def state(self) -> EveningState:
        """State of the player now."""
        if not self.section.event.is_public:
            return EveningState.HIDDEN
        if self.entry.state != EntryState.CONFIRMED:
            return EveningState.OUT
        if self.is_on and self.pairing is not None:
            return EveningState.BYE if self.pairing.black_id is None else EveningState.GAME
        if not self.is_on and self.next_number > self.section.rounds:
            return EveningState.FINISHED
        if self.eliminated_in is not None:
            return EveningState.ELIMINATED
        return EveningState.UNPAIRED if self.is_on else EveningState.WAITING

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
    number = latest.number if latest else 0
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
        next_number=number + 1,
        next_starts_at=_start_of(section, number + 1),
        eliminated_in=eliminated_in(entry, section, number) if number and section.has_tree else None,
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


def subscription_of(entry: Entry, device: str) -> PushSubscription | None:
    """Return the subscription of a phone to the notifications of a player."""
    return PushSubscription.objects.filter(phone__entry=entry, phone__device=device).first()


def subscriptions_of_round(row: Round) -> QuerySet[PushSubscription]:
    """Return the subscriptions of phones, while the round is public and the current one of its section."""
    is_current = not row.section.round_rows.filter(number__gt=row.number).exclude(state=RoundState.DRAFT)
    if row.state != RoundState.PUBLISHED or not row.section.event.is_public or not is_current:
        return PushSubscription.objects.none()
    return PushSubscription.objects.filter(
        phone__in=live_phones()
        .filter(entry__section=row.section_id, entry__state=EntryState.CONFIRMED)
        .values("pk")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardNotice:
    """A board that a phone is told: the pairing, the player, and the opponent with the name to show."""

    subscription: PushSubscription
    pairing: Pairing
    entry: Entry
    is_white: bool
    opponent_name: str
    games: int

    @property
    def told(self) -> str:
        """Name of what is told: another board, side or pairing is something new."""
        return f"{self.pairing.pk}:{self.pairing.board_number}:{'w' if self.is_white else 'b'}"


def notices_due(row: Round, keys: Sequence[int]) -> list[BoardNotice]:
    """Return what these subscriptions were not told yet about a round: boards without a result.

    Four queries, whatever the number. A name whose publication was withdrawn is withheld.
    """
    subscriptions = subscriptions_of_round(row).filter(pk__in=keys).select_related("phone__entry")
    entries = {one.phone.entry_id for one in subscriptions}
    boards = row.pairings.filter(Q(white__in=entries) | Q(black__in=entries), black__isnull=False)
    boards = boards.select_related("white", "black").prefetch_related("games")
    by_entry = {key: one for one in boards for key in (one.white_id, one.black_id)}
    persons = {one.person_id for board in boards for one in (board.white, board.black) if one is not None}
    withheld = persons_without_name_consent(persons=[key for key in persons if key is not None])
    notices = [
        _notice(one, by_entry[one.phone.entry_id], withheld)
        for one in subscriptions
        if one.phone.entry_id in by_entry
    ]
    return [one for one in notices if one.told != one.subscription.told and _is_unplayed(one.pairing)]


def _is_unplayed(pairing: Pairing) -> bool:
    return all(game.outcome == Outcome.PENDING for game in pairing.games.all())


def _notice(subscription: PushSubscription, board: Pairing, withheld: frozenset[int]) -> BoardNotice:
    entry = subscription.phone.entry
    is_white = board.white_id == entry.pk
    opponent = board.black if is_white else board.white
    name = opponent.name if opponent is not None and opponent.person_id not in withheld else ""
    return BoardNotice(
        subscription=subscription,
        pairing=board,
        entry=entry,
        is_white=is_white,
        opponent_name=name,
        games=len(board.games.all()),
    )
