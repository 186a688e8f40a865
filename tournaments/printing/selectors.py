"""Queries of printing: the paper of a club."""

from typing import NamedTuple

from django.conf import settings

from tournaments.models import CertificateDesign, PaperDefaults


class ClubPaper(NamedTuple):
    """Paper size and design of certificates that a club prints on."""

    size: str
    design: str


def paper_defaults(organisation_id: int) -> ClubPaper:
    """Return the paper of a club; before it has chosen that of the site."""
    row = PaperDefaults.objects.filter(organisation=organisation_id).first()
    return ClubPaper(row.size, row.design) if row else ClubPaper(settings.PAPER, CertificateDesign.CLASSIC)
