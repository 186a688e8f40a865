"""Queries of printing: the paper of a club, the round to print, the language, who signs."""

from datetime import date
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import timezone, translation

from club.core.moments import zone_at
from tournaments.core.errors import NoRoundToPrint
from tournaments.models import (
    CertificateDesign,
    Event,
    OfficialRole,
    PaperDefaults,
    Round,
    RoundState,
    Section,
)


class ClubPaper(NamedTuple):
    """Paper size and design of certificates that a club prints on."""

    size: str
    design: str


def paper_defaults(organisation_id: int) -> ClubPaper:
    """Return the paper of a club; before it has chosen that of the site."""
    row = PaperDefaults.objects.filter(organisation=organisation_id).first()
    return ClubPaper(row.size, row.design) if row else ClubPaper(settings.PAPER, CertificateDesign.CLASSIC)


def usual_language(section: Section) -> str:
    """Return the language of the event, else of the club, else the reader's."""
    event = section.event
    return (
        event.language or event.organisation.language or translation.get_language() or settings.LANGUAGE_CODE
    )


def day_of_awards(event: Event) -> date:
    """Return the last day of an event; without days today, by the clock of the hall."""
    return event.ends_on or event.starts_on or timezone.localdate(timezone=zone_at(event))


def round_to_print(section: Section, number: int = 0) -> Round:
    """Return a round by its number, else the latest published one, else a draft; raises NoRoundToPrint."""
    rows = list(section.round_rows.order_by("-number"))
    if number:
        rows = [row for row in rows if row.number == number]
    if not rows:
        raise NoRoundToPrint(section=section.name, round=number or 1)
    row = next((row for row in rows if row.state != RoundState.DRAFT), rows[0])
    row.section = section
    return row


SIGNING: Final = (
    OfficialRole.DIRECTOR,
    OfficialRole.CHIEF_ARBITER,
    OfficialRole.ARBITER,
    OfficialRole.ORGANISER,
)


def usual_signatures(event: Event) -> dict[str, str]:
    """Return the names of the officials who sign: tournament director and arbiter."""
    names: dict[str, str] = {}
    for one in event.officials.filter(role__in=SIGNING):
        names.setdefault(one.role, one.name)
    arbiter = names.get(OfficialRole.CHIEF_ARBITER) or names.get(OfficialRole.ARBITER, "")
    return {"director": names.get(OfficialRole.DIRECTOR, ""), "arbiter": arbiter}
