"""Creation of clubs and federations."""

from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.models import Organisation, OrganisationKind


@transaction.atomic
def ensure_organisation(
    *, slug: str, name: str, kind: str = OrganisationKind.CLUB, actor: Actor
) -> Organisation:
    """Return the organisation with this short name; create it under the given name if there is none."""
    organisation, is_new = Organisation.objects.get_or_create(
        slug=slug, defaults={"name": name, "kind": OrganisationKind(kind)}
    )
    if is_new:
        organisation.full_clean()
        told = {"slug": slug, "name": name, "kind": str(organisation.kind)}
        audit.record(
            "club.organisation.added", organisation, actor=actor, organisation_id=organisation.pk, after=told
        )
    return organisation
