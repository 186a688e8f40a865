"""Access to imports into an archive, by club."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from club.core.access import Scope, may, may_somewhere
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import organisation_list
from games.models import ArchiveImport, HouseRules


def may_import(request: HttpRequest | Request, archive: ArchiveImport | None = None) -> bool:
    """Check that this visitor may start an import in some club, or stop and correct the given one."""
    actor = actor_of(request)
    if archive is None:
        return may_somewhere(actor, Capability.IMPORT_GAMES)
    return may(actor, Capability.IMPORT_GAMES, Scope(archive.organisation_id))


def import_scope(_request: HttpRequest | Request, import_id: int) -> Scope:
    """Return the scope of the import's club."""
    return Scope(get_object_or_404(ArchiveImport, pk=import_id).organisation_id)


def house_rules_scope(_request: HttpRequest | Request, rules_id: int) -> Scope:
    """Return the scope of the club with these house rules."""
    return Scope(get_object_or_404(HouseRules, pk=rules_id).organisation_id)


def receiving_scope(request: HttpRequest | Request) -> Scope | None:
    """Return the club named to receive an archive; None if none or an unknown one is named."""
    given = request.data if isinstance(request, Request) else request.POST
    slug = "" if isinstance(given, list) else str(given.get("club", ""))
    club = organisation_list().filter(slug=slug).first()
    return None if club is None else Scope(club.pk)
