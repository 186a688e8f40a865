"""Secrets of invitations: derived from the site's key, so that only their hashes are stored."""

import base64
import hashlib

from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import constant_time_compare, salted_hmac

from club.models import Invitation


def secret_of(invitation: Invitation) -> str:
    """Derive the secret of an invitation from the site's key: not stored, and available again on demand."""
    message = f"{invitation.pk}:{invitation.created_at.isoformat()}"
    digest = salted_hmac("club.invitation", message, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def has_secret(invitation: Invitation, secret: str) -> bool:
    """Check the secret of an invitation; False for all once the site's key has changed."""
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
