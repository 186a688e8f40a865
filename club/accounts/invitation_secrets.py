"""Secrets of invitations: derived from the site's key, so that only their hashes are stored."""

import base64
import hashlib

from django.utils.crypto import constant_time_compare, salted_hmac

from club.models import Invitation


def secret_of(invitation: Invitation) -> str:
    """Derive the secret of an invitation from the site's key: not stored, and available again on demand."""
    said = f"{invitation.pk}:{invitation.created_at.isoformat()}"
    digest = salted_hmac("club.invitation", said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def has_secret(invitation: Invitation, secret: str) -> bool:
    """Check the secret of an invitation; False for all once the site's key has changed."""
    return constant_time_compare(invitation.secret_hash, hash_of(secret))


def hash_of(secret: str) -> str:
    """Hash of a secret, for storage."""
    return hashlib.sha256(secret.encode()).hexdigest()
