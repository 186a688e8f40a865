"""The secrets of invitations: made from the site's key, so that only their hashes need to be kept."""

import base64
import hashlib

from django.utils.crypto import constant_time_compare, salted_hmac

from club.models import Invitation


def secret_of(invitation: Invitation) -> str:
    """The secret of an invitation, made from the site's key: kept nowhere, and shown again when asked."""
    said = f"{invitation.pk}:{invitation.created_at.isoformat()}"
    digest = salted_hmac("club.invitation", said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def has_secret(invitation: Invitation, secret: str) -> bool:
    """Whether the secret is this invitation's; not so any more where the site's key has changed."""
    return constant_time_compare(invitation.secret_hash, hash_of(secret))


def hash_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
