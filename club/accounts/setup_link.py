"""Set-up link of a served site without an account: the only way in, signed with the site's key."""

from django.core.signing import BadSignature, TimestampSigner

HOURS = 24
_SAID = "owner"


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="club.setup_link")


def make_secret() -> str:
    """Create a secret for making the first account; valid for a day and while there is no account."""
    return _signer().sign(_SAID)


def is_good(secret: str) -> bool:
    """Check that the secret was made here within the last day."""
    try:
        return _signer().unsign(secret, max_age=HOURS * 3600) == _SAID
    except BadSignature:
        return False
