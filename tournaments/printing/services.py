"""Services of printing: remember the paper of a club."""

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.organisations.services.organisations import lock_club
from club.paper.paper_formats import PaperSize
from tournaments.core.errors import UnknownPrintChoice
from tournaments.models import CertificateDesign, PaperDefaults
from tournaments.printing.selectors import ClubPaper, paper_defaults


@transaction.atomic
def set_paper_defaults(
    *, organisation_id: int, actor: Actor, size: str | None = None, design: str | None = None
) -> ClubPaper:
    """Remember the paper size and the design of certificates of a club; raises UnknownPrintChoice."""
    require_permission(actor, Capability.RUN_EVENTS, Scope(organisation_id))
    lock_club(organisation_id)  # the first choice of a club has no row to lock
    before = paper_defaults(organisation_id)
    after = ClubPaper(size or before.size, design or before.design)
    for choice, given, known in (
        ("size", after.size, list(PaperSize)),
        ("design", after.design, CertificateDesign.values),
    ):
        if given not in known:
            raise UnknownPrintChoice(choice=choice, given=given, known=", ".join(known))
    if after != before:
        row, _is_new = PaperDefaults.objects.update_or_create(
            organisation_id=organisation_id, defaults=after._asdict()
        )
        audit.record(
            "tournaments.paper.set",
            row.organisation,
            actor=actor,
            organisation_id=organisation_id,
            before=_facts(before),
            after=_facts(after),
        )
    return after


def _facts(paper: ClubPaper) -> dict[str, str]:
    return {"paper_size": paper.size, "certificate_design": paper.design}
