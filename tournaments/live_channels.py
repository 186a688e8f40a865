"""What can be listened to of events."""

from club.access import Scope, insist
from club.actor import Actor
from club.capabilities import Capability
from club.errors import UnknownChannel
from club.live import channel_kind
from tournaments.models import Event, Section


def _number(kind: str, subject: str) -> int:
    if not (subject.isascii() and subject.isdecimal() and len(subject) < 19):  # noqa: PLR2004 - of a row
        raise UnknownChannel(channel=f"{kind}:{subject}")
    return int(subject)


@channel_kind("section")
def section_channel(*, actor: Actor, subject: str) -> None:
    """Everybody may follow a section of a public event, the desk also one of a draft."""
    section = Section.objects.select_related("event").filter(pk=_number("section", subject)).first()
    if section is None:
        raise UnknownChannel(channel=f"section:{subject}")
    if not section.event.is_public:
        insist(actor, Capability.SEE_DESK, Scope(section.event.organisation_id, section.event_id, section.pk))


@channel_kind("event")
def event_channel(*, actor: Actor, subject: str) -> None:
    """Everybody may follow a public event, the desk also a draft."""
    event = Event.objects.filter(pk=_number("event", subject)).first()
    if event is None:
        raise UnknownChannel(channel=f"event:{subject}")
    if not event.is_public:
        insist(actor, Capability.SEE_DESK, Scope(event.organisation_id, event.pk))
