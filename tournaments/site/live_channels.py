"""What can be listened to of events."""

from dataclasses import replace

from club.core.access import Scope, insist, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownChannel
from club.live.publishing import channel_kind
from tournaments.models import BoardCard, Event, Screen, Section


def _number(kind: str, subject: str) -> int:
    if not (subject.isascii() and subject.isdecimal() and len(subject) < 19):  # noqa: PLR2004 - of a row
        raise UnknownChannel(channel=f"{kind}:{subject}")
    return int(subject)


@channel_kind("section")
def section_channel(*, actor: Actor, subject: str) -> None:
    """Everybody may follow a section of a public event, the desk and helpers also one of a draft."""
    section = Section.objects.select_related("event").filter(pk=_number("section", subject)).first()
    if section is None:
        raise UnknownChannel(channel=f"section:{subject}")
    scope = Scope(section.event.organisation_id, section.event_id, section.pk)
    if not section.event.is_public and not may(actor, Capability.RECORD_RESULTS, scope):
        insist(actor, Capability.SEE_DESK, scope)


@channel_kind("rounds")
def rounds_channel(*, actor: Actor, subject: str) -> None:
    """Whoever may follow a section may hear of its rounds alone."""
    section_channel(actor=actor, subject=subject)


@channel_kind("reports")
def reports_channel(*, actor: Actor, subject: str) -> None:
    """What players say before it is a result is for the desk of a section, and for helpers in the hall."""
    section = Section.objects.select_related("event").filter(pk=_number("reports", subject)).first()
    if section is None:
        raise UnknownChannel(channel=f"reports:{subject}")
    insist(
        actor, Capability.RECORD_RESULTS, Scope(section.event.organisation_id, section.event_id, section.pk)
    )


@channel_kind("board")
def board_channel(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the code itself lets in
    """Whoever has scanned a card that is still good may follow its board."""
    if not BoardCard.objects.filter(token=subject, revoked_at__isnull=True).exists():
        raise UnknownChannel(channel="board")


@channel_kind("event")
def event_channel(*, actor: Actor, subject: str) -> None:
    """Everybody may follow a public event, the desk also a draft."""
    event = Event.objects.filter(pk=_number("event", subject)).first()
    if event is None:
        raise UnknownChannel(channel=f"event:{subject}")
    if not event.is_public:
        insist(actor, Capability.SEE_DESK, Scope(event.organisation_id, event.pk))


@channel_kind("screen")
def screen_channel(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the token is the permission
    """Whoever knows the token of a screen that is still in the hall may follow what is meant for it."""
    if not Screen.objects.filter(token=subject, revoked_at__isnull=True).exists():
        raise UnknownChannel(channel="screen")


@channel_kind("cases")
def cases_channel(*, actor: Actor, subject: str) -> None:
    """Cases of an event are for those who may file one in it, also in one of its sections alone."""
    event = Event.objects.filter(pk=_number("cases", subject)).first()
    if event is None:
        raise UnknownChannel(channel=f"cases:{subject}")
    whole = Scope(event.organisation_id, event.pk)
    sections = event.sections.values_list("pk", flat=True)
    if not any(may(actor, Capability.CORRECT_RESULTS, replace(whole, section_id=pk)) for pk in sections):
        insist(actor, Capability.CORRECT_RESULTS, whole)
