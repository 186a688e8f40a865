"""In which club, event or section an address of the tournaments app is."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from club.access import Scope
from tournaments.models import (
    BoardCard,
    Entry,
    Event,
    ForbiddenPair,
    Pairing,
    ResultDispute,
    Round,
    Screen,
    ScreenFamily,
    Section,
    TeamMember,
)
from tournaments.services.locks import event_scope, pairing_scope, section_scope


def of_event(_request: HttpRequest, event_id: int, **_more: object) -> Scope:
    """Where an event is."""
    return event_scope(get_object_or_404(Event, pk=event_id))


def of_section(_request: HttpRequest, section_id: int, **_more: object) -> Scope:
    """Where a section is."""
    return section_scope(get_object_or_404(Section.objects.select_related("event"), pk=section_id))


def of_entry(_request: HttpRequest, entry_id: int, **_more: object) -> Scope:
    """Where an entry is."""
    return section_scope(
        get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id).section
    )


def of_forbidden_pair(_request: HttpRequest, pair_id: int) -> Scope:
    """Where two players are kept apart."""
    rows = ForbiddenPair.objects.select_related("first__section__event")
    return section_scope(get_object_or_404(rows, pk=pair_id).first.section)


def of_member(_request: HttpRequest, member_id: int) -> Scope:
    """Where a member of a team is."""
    rows = TeamMember.objects.select_related("entry__section__event")
    return section_scope(get_object_or_404(rows, pk=member_id).entry.section)


def of_round(_request: HttpRequest, round_id: int, **_more: object) -> Scope:
    """Where a round is."""
    return section_scope(
        get_object_or_404(Round.objects.select_related("section__event"), pk=round_id).section
    )


def of_card(_request: HttpRequest, card_id: int, **_more: object) -> Scope:
    """Where a card of a board is."""
    card = get_object_or_404(BoardCard.objects.select_related("section__event"), pk=card_id)
    return section_scope(card.section)


def of_dispute(_request: HttpRequest, dispute_id: int, **_more: object) -> Scope:
    """Where a disputed result is, with its board."""
    rows = ResultDispute.objects.select_related("pairing__round__section__event")
    return pairing_scope(get_object_or_404(rows, pk=dispute_id).pairing)


def of_pairing(_request: HttpRequest, pairing_id: int, **_more: object) -> Scope:
    """Where a pairing is, with its board: a helper pass may be for some boards."""
    rows = Pairing.objects.select_related("round__section__event").defer("round__reasons")
    return pairing_scope(get_object_or_404(rows, pk=pairing_id))


def of_family(_request: HttpRequest, family_id: int, **_more: object) -> Scope:
    """Where a family of screens is."""
    return event_scope(get_object_or_404(ScreenFamily.objects.select_related("event"), pk=family_id).event)


def of_screen(_request: HttpRequest, screen_id: int, **_more: object) -> Scope:
    """Where a screen is; one that nobody has assigned is nobody's."""
    rows = Screen.objects.filter(event__isnull=False, revoked_at__isnull=True).select_related("event")
    screen = get_object_or_404(rows, pk=screen_id)
    assert screen.event is not None  # noqa: S101 - filtered above
    return event_scope(screen.event)
