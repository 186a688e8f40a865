"""Adding clubs and federations."""

from django.db import transaction

from club.models import Organisation, OrganisationKind


@transaction.atomic
def ensure_organisation(*, slug: str, name: str, kind: str = OrganisationKind.CLUB) -> Organisation:
    """The organisation with this short name, added under the given name if there is none."""
    organisation, is_new = Organisation.objects.get_or_create(
        slug=slug, defaults={"name": name, "kind": OrganisationKind(kind)}
    )
    if is_new:
        organisation.full_clean()
    return organisation
