"""Secrets of invitations: derived from the site's key, so that only their hashes are stored."""

import hashlib

from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import constant_time_compare

from club.core.site_secrets import link_digests
from club.models import Invitation

SECRET_BYTES = 24


def secret_of(invitation: Invitation) -> str:
    """Derive the secret of an invitation from the site's key: not stored, and available again on demand.

    That of the key with which it was made; of the present one for a new invitation.
    """
    message = f"{invitation.pk}:{invitation.created_at.isoformat()}"
    secrets = link_digests("club.invitation", message, size=SECRET_BYTES)
    return next((one for one in secrets if has_secret(invitation, one)), secrets[0])


def has_secret(invitation: Invitation, secret: str) -> bool:
    """Check the secret of an invitation; False for all once the site has lost its key."""
    return constant_time_compare(invitation.secret_hash, hash_of(secret))


def hash_of(secret: str) -> str:
    """Hash of a secret, for storage."""
    return hashlib.sha256(secret.encode()).hexdigest()


SETUP_LINK_HOURS = 24
_PURPOSE = "owner"


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="club.setup_link")


def make_setup_secret() -> str:
    """Create a secret for making the first account; valid for a day and while there is no account."""
    return _signer().sign(_PURPOSE)


def is_valid_setup_secret(secret: str) -> bool:
    """Check that the secret was made here within the last day."""
    try:
        return _signer().unsign(secret, max_age=SETUP_LINK_HOURS * 3600) == _PURPOSE
    except BadSignature:
        return False
