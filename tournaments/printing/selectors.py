"""Queries of printing: the paper of a club."""

from typing import NamedTuple

from django.conf import settings

from club.models import AuditEntry
from tournaments.models import CertificateDesign, PaperDefaults


class ClubPaper(NamedTuple):
    """Paper size and design of certificates that a club prints on."""

    size: str
    design: str


def paper_defaults(organisation_id: int) -> ClubPaper:
    """Return the paper of a club; before it has chosen that of the site."""
    row = PaperDefaults.objects.filter(organisation=organisation_id).first()
    return ClubPaper(row.size, row.design) if row else ClubPaper(settings.PAPER, CertificateDesign.CLASSIC)


def latest_change(organisation_id: int) -> int:
    """Return the latest audit entry of a club: what was printed before it may have changed."""
    entries = AuditEntry.objects.filter(organisation=organisation_id).order_by("-at")
    return entries.values_list("pk", flat=True).first() or 0
