"""A club's own facts: name, colour, address, contact, language, time zone and logo."""

import secrets
from typing import Any, BinaryIO, Final

from django.core.files.base import ContentFile
from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.moments import is_zone
from club.core.requests import known_language
from club.models import Organisation
from club.organisations.errors import ClubChangedMeanwhile, ClubNameMissing, UnknownClubZone
from club.organisations.logos import encode_logo

FACTS: Final = (
    *("name", "colour", "address", "contact_name", "contact_email", "contact_phone", "website"),
    *("language", "time_zone"),
)


def club_facts(club: Organisation) -> dict[str, Any]:
    """Audit facts of a club."""
    return {"postal_address" if name == "address" else name: getattr(club, name) for name in FACTS}


def club_arguments(facts: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `change_club` from the audit facts."""
    return {"address" if name == "postal_address" else name: value for name, value in facts.items()}


@transaction.atomic
def change_club(
    *, organisation_id: int, actor: Actor, version: int | None = None, reason: str = "", **changes: Any
) -> Organisation:
    """Change some facts of a club, unless another account did so after `version` was shown.

    Raises ClubChangedMeanwhile, ClubNameMissing, UnknownClubZone.
    """
    club = _locked_club(organisation_id, actor, version=version)
    before = club_facts(club)
    for name in FACTS:
        if name in changes:
            setattr(club, name, str(changes[name]).strip())
    club.name = " ".join(club.name.split())
    if not club.name:
        raise ClubNameMissing
    if club.time_zone and not is_zone(club.time_zone):
        raise UnknownClubZone(zone=club.time_zone)
    if club.language != known_language(club.language):
        raise ValueError(club.language)
    club.full_clean()
    after = club_facts(club)
    if after != before:
        club.version += 1
        club.save()
        _log("club.organisation.changed", club, actor, before=before, after=after, reason=reason)
    return club


def set_logo(*, organisation_id: int, file: BinaryIO, size: int, actor: Actor) -> Organisation:
    """Store a logo, re-encoded, in place of the one before. The picture is decoded before any lock is taken.

    Raises the errors of `encode_logo`.
    """
    require_permission(actor, Capability.KEEP_CLUB, Scope(organisation_id))
    logo = encode_logo(file, size=size)
    with transaction.atomic():
        club = _locked_club(organisation_id, actor)
        previous = str(club.logo.name or "")
        club.logo.save(f"{secrets.token_hex(16)}.{logo.extension}", ContentFile(logo.content), save=False)
        try:
            club.logo_width, club.logo_height = logo.width, logo.height
            club.save(update_fields=["logo", "logo_width", "logo_height"])
            size_facts = {"width": logo.width, "height": logo.height}
            _log("club.organisation.logo_set", club, actor, before={"logo": bool(previous)}, after=size_facts)
        except BaseException:
            club.logo.delete(save=False)
            raise
        _delete_on_commit(club, previous)
    return club


@transaction.atomic
def remove_logo(*, organisation_id: int, actor: Actor) -> Organisation:
    """Delete the logo of a club with its file; without a logo nothing happens."""
    club = _locked_club(organisation_id, actor)
    previous = str(club.logo.name or "")
    if previous:
        size_facts = {"width": club.logo_width, "height": club.logo_height}
        club.logo, club.logo_width, club.logo_height = "", 0, 0
        club.save(update_fields=["logo", "logo_width", "logo_height"])
        _log("club.organisation.logo_removed", club, actor, before=size_facts, after={"logo": False})
        _delete_on_commit(club, previous)
    return club


def _locked_club(organisation_id: int, actor: Actor, *, version: int | None = None) -> Organisation:
    require_permission(actor, Capability.KEEP_CLUB, Scope(organisation_id))
    club = Organisation.objects.select_for_update(no_key=True).get(pk=organisation_id)
    if version is not None and club.version != version:
        raise ClubChangedMeanwhile
    return club


def _log(action: str, club: Organisation, actor: Actor, **facts: Any) -> None:
    audit.record(action, club, actor=actor, organisation_id=club.pk, **facts)


def _delete_on_commit(club: Organisation, name: str) -> None:
    storage = club.logo.storage
    if name:
        transaction.on_commit(lambda: storage.delete(name))
