"""Services for API tokens: the owner makes one per device and revokes it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from club.accounts.errors import AbilityNotYours, TokenIsOver, TokenTooLong, UnknownToken
from club.audit import log as audit
from club.core.access import may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import AccountNeeded, SessionNeeded
from club.models import ApiToken, User

MAX_DURATION = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class NewToken:
    """Row of a new token with the token itself, which is shown once and not stored."""

    row: ApiToken
    token: str


def abilities_of(actor: Actor) -> list[Capability]:
    """Abilities of the actor in any place, in the order of the matrix; the upper bound for the own tokens."""
    return [capability for capability in Capability if may_somewhere(actor, capability)]


@transaction.atomic
def make_token(
    *, name: str, abilities: Iterable[str], lasts: timedelta, actor: Actor, device: str = ""
) -> NewToken:
    """Make a token for one device. A token cannot make another one: a stolen one is void with its row."""
    user = _account_in_session(actor)
    wanted = [Capability(ability) for ability in dict.fromkeys(abilities)]
    beyond = [ability for ability in wanted if not may_somewhere(actor, ability)]
    if beyond:
        raise AbilityNotYours(abilities=[str(ability.label) for ability in beyond])
    if not timedelta() < lasts <= MAX_DURATION:
        raise TokenTooLong(days=MAX_DURATION.days)
    row, token = ApiToken.objects.issue(
        user=user,
        lasts=lasts,
        name=name,
        device=device,
        abilities=[ability.value for ability in wanted],
    )
    facts = {"name": name, "device": device, "abilities": row.abilities, "expires_at": row.expiry}
    audit.record("club.token.made", row, actor=actor, after=facts)
    return NewToken(row, token)


@transaction.atomic
def revoke_token(*, digest: str, actor: Actor) -> ApiToken:
    """Revoke an own token: the next request with it is refused."""
    token = (
        ApiToken.objects.select_for_update(no_key=True)
        .filter(digest=digest, user=_account_in_session(actor))
        .first()
    )
    if token is None:
        raise UnknownToken
    if not token.is_live:
        raise TokenIsOver(name=token.name)
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    audit.record("club.token.revoked", token, actor=actor, before={"name": token.name})
    return token


def _account_in_session(actor: Actor) -> User:
    """Return the account of a signed-in actor; refuse a token that acts for it."""
    if actor.user is None:
        raise AccountNeeded
    if actor.abilities is not None:
        raise SessionNeeded
    return actor.user
