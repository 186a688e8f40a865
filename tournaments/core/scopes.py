"""Permission scopes of the addresses of the tournaments app: club, event or section."""

from collections.abc import Iterator
from typing import Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from club.core.access import SITE, Scope, may
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.services.locks import case_scope, event_scope, pairing_scope, section_scope
from tournaments.models import (
    Appeal,
    AppealSeat,
    BoardCard,
    Captain,
    Case,
    Challenge,
    Entry,
    Event,
    EventFile,
    EventPost,
    ForbiddenPair,
    Ladder,
    LiveAlert,
    LiveBoard,
    LiveFeed,
    Pairing,
    RatingList,
    RatingPeriod,
    ResultDispute,
    Round,
    Screen,
    ScreenFamily,
    Section,
    TeamMember,
    Webhook,
)

PATH_OF_PAIRING: Final = (
    "board_number",
    "round",
    "round__section",
    "round__section__event",
    "round__section__event__organisation",
)
"""Columns that a pairing's scope needs: this is asked with every result and every move of a live board."""


def is_place_of_club(scope: Scope) -> bool:
    """Check that the event of a scope is one of its club, and the section one of the event."""
    if scope.section_id is not None:
        sections = Section.objects.filter(event=scope.event_id, event__organisation=scope.organisation_id)
        return sections.filter(pk=scope.section_id).exists()
    return Event.objects.filter(pk=scope.event_id or 0, organisation=scope.organisation_id).exists()


def of_site(_request: object, **_more: object) -> Scope:
    """Return the scope of the whole site."""
    return SITE


def of_event(_request: HttpRequest, event_id: int, **_more: object) -> Scope:
    """Return the scope of an event."""
    return event_scope(get_object_or_404(Event, pk=event_id))


def filing_scope(request: HttpRequest, event_id: int, **_more: object) -> Scope:
    """Return the scope in which the account files incidents: the whole event, or a section of its own."""
    event = get_object_or_404(Event, pk=event_id)
    actor = actor_of(request)
    return next(
        (one for one in _event_scopes(event) if may(actor, Capability.CORRECT_RESULTS, one)),
        event_scope(event),
    )


def _event_scopes(event: Event) -> Iterator[Scope]:
    yield event_scope(event)
    for section_id in event.sections.values_list("pk", flat=True):
        yield Scope(event.organisation_id, event.pk, section_id)


def of_post(_request: HttpRequest, post_id: int, **_more: object) -> Scope:
    """Return the scope of a news post."""
    return event_scope(get_object_or_404(EventPost.objects.select_related("event"), pk=post_id).event)


def of_event_file(_request: HttpRequest, file_id: int, **_more: object) -> Scope:
    """Return the scope of a photo or document of an event."""
    return event_scope(get_object_or_404(EventFile.objects.select_related("event"), pk=file_id).event)


def of_webhook(_request: HttpRequest, webhook_id: int, **_more: object) -> Scope:
    """Return the scope of a webhook of an event."""
    return event_scope(get_object_or_404(Webhook.objects.select_related("event"), pk=webhook_id).event)


def of_section(_request: HttpRequest, section_id: int, **_more: object) -> Scope:
    """Return the scope of a section."""
    return section_scope(get_object_or_404(Section.objects.select_related("event"), pk=section_id))


def of_entry(_request: HttpRequest, entry_id: int, **_more: object) -> Scope:
    """Return the scope of an entry."""
    return section_scope(
        get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id).section
    )


def of_forbidden_pair(_request: HttpRequest, pair_id: int) -> Scope:
    """Return the scope of a forbidden pair."""
    rows = ForbiddenPair.objects.select_related("first__section__event")
    return section_scope(get_object_or_404(rows, pk=pair_id).first.section)


def of_member(_request: HttpRequest, member_id: int, **_more: object) -> Scope:
    """Return the scope of a team member."""
    rows = TeamMember.objects.select_related("entry__section__event")
    return section_scope(get_object_or_404(rows, pk=member_id).entry.section)


def of_captain(_request: HttpRequest, captain_id: int, **_more: object) -> Scope:
    """Return the scope of a captain's team."""
    rows = Captain.objects.select_related("entry__section__event")
    return section_scope(get_object_or_404(rows, pk=captain_id).entry.section)


def of_round(_request: HttpRequest, round_id: int, **_more: object) -> Scope:
    """Return the scope of a round."""
    return section_scope(
        get_object_or_404(Round.objects.select_related("section__event"), pk=round_id).section
    )


def of_card(_request: HttpRequest, card_id: int, **_more: object) -> Scope:
    """Return the scope of a board card."""
    card = get_object_or_404(BoardCard.objects.select_related("section__event"), pk=card_id)
    return section_scope(card.section)


def of_dispute(_request: HttpRequest, dispute_id: int, **_more: object) -> Scope:
    """Return the scope of a disputed result, with its board."""
    rows = ResultDispute.objects.select_related("pairing__round__section__event")
    return pairing_scope(get_object_or_404(rows, pk=dispute_id).pairing)


def of_pairing(_request: HttpRequest, pairing_id: int, **_more: object) -> Scope:
    """Return the scope of a pairing, with its board: a helper pass may be for some boards."""
    rows = Pairing.objects.select_related("round__section__event").only(*PATH_OF_PAIRING)
    return pairing_scope(get_object_or_404(rows, pk=pairing_id))


def of_live_board(_request: HttpRequest, board_id: int, **_more: object) -> Scope:
    """Return the scope of the pairing of a live board."""
    path = [f"pairing__{name}" for name in PATH_OF_PAIRING]
    rows = LiveBoard.objects.select_related("pairing__round__section__event").only("pairing", *path)
    return pairing_scope(get_object_or_404(rows, pk=board_id).pairing)


def of_live_alert(_request: HttpRequest, alert_id: int, **_more: object) -> Scope:
    """Return the scope of the board of an alert."""
    rows = LiveAlert.objects.select_related("board__pairing__round__section__event")
    return pairing_scope(get_object_or_404(rows, pk=alert_id).board.pairing)


def of_live_feed(_request: HttpRequest, feed_id: int, **_more: object) -> Scope:
    """Return the scope of the round that a feed is about."""
    rows = LiveFeed.objects.select_related("round__section__event")
    return section_scope(get_object_or_404(rows, pk=feed_id).round.section)


def of_family(_request: HttpRequest, family_id: int, **_more: object) -> Scope:
    """Return the scope of a family of screens."""
    return event_scope(get_object_or_404(ScreenFamily.objects.select_related("event"), pk=family_id).event)


def of_screen(_request: HttpRequest, screen_id: int, **_more: object) -> Scope:
    """Return the scope of a screen; an unassigned screen has none."""
    rows = Screen.objects.filter(event__isnull=False, revoked_at__isnull=True).select_related("event")
    screen = get_object_or_404(rows, pk=screen_id)
    assert screen.event is not None  # noqa: S101 - filtered above
    return event_scope(screen.event)


def of_case(_request: HttpRequest, case_id: int, **_more: object) -> Scope:
    """Return the scope of a case, with its board: a helper pass may be for some boards."""
    rows = Case.objects.select_related("event", "section__event", "pairing__round__section__event")
    return case_scope(get_object_or_404(rows, pk=case_id))


def of_appeal(_request: HttpRequest, appeal_id: int, **_more: object) -> Scope:
    """Return the scope of the case of an appeal."""
    rows = Appeal.objects.select_related(
        *("ruling__case__event", "ruling__case__section__event"),
        "ruling__case__pairing__round__section__event",
    )
    return case_scope(get_object_or_404(rows, pk=appeal_id).ruling.case)


def of_seat(request: HttpRequest, seat_id: int, **_more: object) -> Scope:
    """Return the scope of the case of a committee seat's appeal."""
    return of_appeal(request, get_object_or_404(AppealSeat, pk=seat_id).appeal_id)


def of_ladder(_request: HttpRequest, ladder_id: int, **_more: object) -> Scope:
    """Return the scope of a ladder."""
    return Scope(get_object_or_404(Ladder, pk=ladder_id).organisation_id)


def of_challenge(_request: HttpRequest, challenge_id: int, **_more: object) -> Scope:
    """Return the scope of a challenge's ladder."""
    rows = Challenge.objects.select_related("ladder")
    return Scope(get_object_or_404(rows, pk=challenge_id).ladder.organisation_id)


def of_rating_list(_request: HttpRequest, list_id: int, **_more: object) -> Scope:
    """Return the scope of a rating list."""
    return Scope(get_object_or_404(RatingList, pk=list_id).organisation_id)


def of_rating_period(_request: HttpRequest, period_id: int, **_more: object) -> Scope:
    """Return the scope of a rating period's list."""
    rows = RatingPeriod.objects.select_related("rating_list")
    return Scope(get_object_or_404(rows, pk=period_id).rating_list.organisation_id)
