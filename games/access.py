"""Who may bring an archive in."""

from django.http import HttpRequest
from rest_framework.request import Request

from club.access import SITE, clubs_where, may
from club.capabilities import Capability
from club.requests import actor_of


def may_import(request: HttpRequest | Request) -> bool:
    """Whether this visitor may start, stop or correct an import in some club."""
    actor = actor_of(request)
    return bool(clubs_where(actor, Capability.IMPORT_GAMES)) or may(actor, Capability.IMPORT_GAMES, SITE)
