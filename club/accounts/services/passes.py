"""Services for helper passes: an arbiter makes one, a phone takes it by link or eight digits; revocation."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from club.accounts.errors import BoardsOutOfOrder, PassOver, PassTooLong, UnknownPass
from club.accounts.services.failed_attempts import count_failed_attempt, delete_old_attempts, uncount_attempt
from club.audit import log as audit
from club.core.access import Scope, require_permission, require_place_of_club
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import PassExpired, PassRevoked, UnknownOrganisation
from club.core.site_secrets import keyed_hash, keyed_hashes
from club.models import HelperPass, PassLevel

CODE_DIGITS = 8
SECRET_SALT, CODE_SALT = "club.helper_pass.secret", "club.helper_pass.code"
"""Of the stored hashes. Eight digits are quickly guessed, so the hashes include the site's secret key."""
MAX_DURATION = timedelta(days=31)
MAX_ATTEMPTS_PER_ADDRESS = 10  # wrong codes from one address in a quarter of an hour
MAX_ATTEMPTS_TOTAL = 100  # wrong codes from everywhere in an hour
TOTAL_WINDOW = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class NewPass:
    """Pass with the secret of its link and its code, which are shown once and not stored."""

    row: HelperPass
    secret: str
    code: str


@transaction.atomic
def make_pass(
    *,
    label: str,
    level: PassLevel,
    scope: Scope,
    expires_at: datetime,
    actor: Actor,
    first_board: int | None = None,
    last_board: int | None = None,
) -> NewPass:
    """Make a pass for some boards of a club, an event or a section, valid for at most a month."""
    scope = replace(scope, board=None)
    require_permission(actor, Capability.MAKE_PASSES, scope)
    if scope.organisation_id is None:
        raise UnknownOrganisation(slug="")
    require_place_of_club(scope)
    if not timezone.now() < expires_at <= timezone.now() + MAX_DURATION:
        raise PassTooLong(days=MAX_DURATION.days)
    if first_board is not None and last_board is not None and first_board > last_board:
        raise BoardsOutOfOrder(first=first_board, last=last_board)
    secret, code = secrets.token_urlsafe(32), _new_code()
    made = HelperPass(
        label=label,
        level=level,
        organisation_id=scope.organisation_id,
        event_id=scope.event_id,
        section_id=scope.section_id,
        first_board=first_board,
        last_board=last_board,
        secret_hash=keyed_hash(SECRET_SALT, secret),
        code_hash=keyed_hash(CODE_SALT, code),
        created_by=actor.user,
        expires_at=expires_at,
    )
    made.full_clean()
    made.save(force_insert=True)
    audit.record("club.pass.made", made, actor=actor, after=pass_facts(made))
    return NewPass(made, secret, code)


@transaction.atomic
def revoke_pass(*, pass_id: int, actor: Actor, reason: str = "") -> HelperPass:
    """Revoke a pass: its phone is refused from the next request on."""
    pass_row = HelperPass.objects.select_for_update(no_key=True).get(pk=pass_id)
    require_permission(
        actor, Capability.MAKE_PASSES, Scope(pass_row.organisation_id, pass_row.event_id, pass_row.section_id)
    )
    if pass_row.revoked_at is not None:
        raise PassOver(label=pass_row.label)
    pass_row.revoked_at = timezone.now()
    pass_row.save(update_fields=["revoked_at"])
    audit.record("club.pass.revoked", pass_row, actor=actor, before=pass_facts(pass_row), reason=reason)
    return pass_row


@transaction.atomic
def restore_pass(*, pass_id: int, actor: Actor, reason: str = "") -> HelperPass:
    """Restore a revoked pass until its end, for its link and its code."""
    pass_row = HelperPass.objects.select_for_update(no_key=True).get(pk=pass_id)
    require_permission(
        actor, Capability.MAKE_PASSES, Scope(pass_row.organisation_id, pass_row.event_id, pass_row.section_id)
    )
    if pass_row.expires_at <= timezone.now():
        raise PassExpired(label=pass_row.label)
    pass_row.revoked_at = None
    pass_row.save(update_fields=["revoked_at"])
    audit.record("club.pass.given_back", pass_row, actor=actor, after=pass_facts(pass_row), reason=reason)
    return pass_row


def pass_of_secret(*, secret: str) -> HelperPass:
    """Return the pass of a link; a dead one raises the reason."""
    hashes = keyed_hashes(SECRET_SALT, secret)
    found = HelperPass.objects.filter(secret_hash__in=hashes).select_related("organisation").first()
    return _require_valid(found)


def redeem_secret(*, secret: str, actor: Actor) -> HelperPass:
    """Redeem the pass of a link. Its secret is too long to guess, so there is no rate limit."""
    return _mark_used(pass_of_secret(secret=secret), actor)


def redeem_code(*, code: str, actor: Actor) -> HelperPass:
    """Redeem the pass of eight digits; wrong ones are counted by address and for the whole site."""
    own, everybody = f"pass:{actor.address}", "pass"
    count_failed_attempt(key=own, most=MAX_ATTEMPTS_PER_ADDRESS, actor=actor)
    count_failed_attempt(key=everybody, most=MAX_ATTEMPTS_TOTAL, window=TOTAL_WINDOW, actor=actor)
    digits = "".join(sign for sign in code if sign.isascii() and sign.isdigit())
    found = _passes_with_code(digits).select_related("organisation").first()
    if found is None:
        delete_old_attempts()
        raise UnknownPass
    uncount_attempt(key=own)
    uncount_attempt(key=everybody)
    return _mark_used(_require_valid(found), actor)


def pass_facts(pass_row: HelperPass) -> dict[str, Any]:
    """Return the audit facts of a pass."""
    return {
        "label": pass_row.label,
        "level": str(pass_row.level),
        "event": pass_row.event_id,
        "section": pass_row.section_id,
        "first_board": pass_row.first_board,
        "last_board": pass_row.last_board,
        "expires_at": pass_row.expires_at,
    }


def _require_valid(found: HelperPass | None) -> HelperPass:
    if found is None:
        raise UnknownPass
    if found.revoked_at is not None:
        raise PassRevoked(label=found.label)
    if found.expires_at <= timezone.now():
        raise PassExpired(label=found.label)
    return found


@transaction.atomic
def _mark_used(pass_row: HelperPass, actor: Actor) -> HelperPass:
    pass_row.last_used_at = timezone.now()
    pass_row.save(update_fields=["last_used_at"])
    bearer = replace(actor, label=pass_row.label, helper_pass=pass_row)
    audit.record("club.pass.taken", pass_row, actor=bearer)
    return pass_row


def _new_code() -> str:
    """Generate eight digits that no pass has. The first is not zero, so that it is not left out."""
    while True:
        code = str(10 ** (CODE_DIGITS - 1) + secrets.randbelow(9 * 10 ** (CODE_DIGITS - 1)))
        if not _passes_with_code(code).exists():
            return code


def _passes_with_code(code: str) -> QuerySet[HelperPass]:
    return HelperPass.objects.filter(code_hash__in=keyed_hashes(CODE_SALT, code))
