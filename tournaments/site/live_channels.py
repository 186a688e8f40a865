"""Live channels of events, with their permissions."""

from dataclasses import replace

from club.core.access import Scope, may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownChannel
from club.core.site_secrets import is_same_secret, number_in
from club.live.publishing import channel_kind
from tournaments.core.services.event_log import board_channels
from tournaments.live_boards.channels import pad_channels
from tournaments.models import BoardCard, Event, LiveBoard, Screen, Section


def _number(kind: str, subject: str) -> int:
    if not (subject.isascii() and subject.isdecimal() and len(subject) < 19):  # noqa: PLR2004 - of a row
        raise UnknownChannel(channel=f"{kind}:{subject}")
    return int(subject)


def _is_one_of(channels: list[str], asked: str) -> bool:
    return any(is_same_secret(one, asked) for one in channels)


@channel_kind("section")
def section_channel(*, actor: Actor, subject: str) -> None:
    """Allow all visitors on a section of a public event, the desk and helpers also on one of a draft."""
    section = Section.objects.select_related("event").filter(pk=_number("section", subject)).first()
    if section is None:
        raise UnknownChannel(channel=f"section:{subject}")
    scope = Scope(section.event.organisation_id, section.event_id, section.pk)
    if not section.event.is_public and not may(actor, Capability.RECORD_RESULTS, scope):
        require_permission(actor, Capability.SEE_DESK, scope)


@channel_kind("rounds")
def rounds_channel(*, actor: Actor, subject: str) -> None:
    """Allow the round channel to every visitor with access to the section."""
    section_channel(actor=actor, subject=subject)


@channel_kind("reports")
def reports_channel(*, actor: Actor, subject: str) -> None:
    """Allow players' reports that are not yet results to the section's desk and to helpers in the hall."""
    section = Section.objects.select_related("event").filter(pk=_number("reports", subject)).first()
    if section is None:
        raise UnknownChannel(channel=f"reports:{subject}")
    require_permission(
        actor, Capability.RECORD_RESULTS, Scope(section.event.organisation_id, section.event_id, section.pk)
    )


@channel_kind("board")
def channel_of_board(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the subject itself lets in
    """Allow the channel of a board to requests with the subject derived from a valid card."""
    card = BoardCard.objects.filter(pk=number_in(subject) or 0, revoked_at__isnull=True).first()
    if card is None or not _is_one_of(board_channels(card.pk, card.token), f"board:{subject}"):
        raise UnknownChannel(channel="board")


@channel_kind("event")
def event_channel(*, actor: Actor, subject: str) -> None:
    """Allow all visitors on a public event, the desk also on a draft."""
    event = Event.objects.filter(pk=_number("event", subject)).first()
    if event is None:
        raise UnknownChannel(channel=f"event:{subject}")
    if not event.is_public:
        require_permission(actor, Capability.SEE_DESK, Scope(event.organisation_id, event.pk))


@channel_kind("screen")
def screen_channel(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the token is the permission
    """Allow the channel of a screen to requests with the token of a screen in use."""
    if not Screen.objects.filter(token=subject, revoked_at__isnull=True).exists():
        raise UnknownChannel(channel="screen")


@channel_kind("cases")
def cases_channel(*, actor: Actor, subject: str) -> None:
    """Allow cases of an event to accounts that may file one in it, or in one of its sections."""
    event = Event.objects.filter(pk=_number("cases", subject)).first()
    if event is None:
        raise UnknownChannel(channel=f"cases:{subject}")
    whole = Scope(event.organisation_id, event.pk)
    sections = event.sections.values_list("pk", flat=True)
    if not any(may(actor, Capability.CORRECT_RESULTS, replace(whole, section_id=pk)) for pk in sections):
        require_permission(actor, Capability.CORRECT_RESULTS, whole)


@channel_kind("boards")
def boards_channel(*, actor: Actor, subject: str) -> None:
    """Allow the boards of an event that are followed live to everybody who sees the event."""
    event_channel(actor=actor, subject=subject)


@channel_kind("alerts")
def alerts_channel(*, actor: Actor, subject: str) -> None:
    """Allow what the judge says of games in play to accounts that may file incidents in the whole event."""
    event = Event.objects.filter(pk=_number("alerts", subject)).first()
    if event is None:
        raise UnknownChannel(channel=f"alerts:{subject}")
    require_permission(actor, Capability.CORRECT_RESULTS, Scope(event.organisation_id, event.pk))


@channel_kind("moves")
def moves_channel(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the subject itself lets in
    """Allow the channel of those who enter a live board to requests with the subject that their page has."""
    board = LiveBoard.objects.only("pk", "pairing").filter(pk=number_in(subject) or 0).first()
    if board is None or not _is_one_of(pad_channels(board), f"moves:{subject}"):
        raise UnknownChannel(channel="moves")
