"""Saved checks: by the secrets of their links, and those in which a player has a name."""

import hashlib
from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from club.core.site_secrets import is_same_secret
from games.models import SavedCheck


def hash_of(secret: str) -> str:
    """Hash of a secret, as stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def saved_check(secret: str) -> SavedCheck | None:
    """Return the saved check of a link until the day it expires."""
    return SavedCheck.objects.filter(secret_hash=hash_of(secret), expires_at__gt=timezone.now()).first()


def is_owner(row: SavedCheck, owner: str) -> bool:
    """Check the secret of the owner's link."""
    return is_same_secret(row.owner_hash, hash_of(owner))


def checks_with_name(names: Iterable[str]) -> QuerySet[SavedCheck]:
    """Return the saved checks whose text has one of these names."""
    condition = Q(pk__in=())
    for name in names:
        condition |= Q(text__icontains=name)
    return SavedCheck.objects.filter(condition).order_by("pk")
