"""The one way in to a served site that has no account yet: a link signed with the site's key."""

from django.core.signing import BadSignature, TimestampSigner

HOURS = 24
_SAID = "owner"


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="club.setup_link")


def make_secret() -> str:
    """A secret that lets its holder make the first account; good for a day, and for nothing afterwards."""
    return _signer().sign(_SAID)


def is_good(secret: str) -> bool:
    """Whether the secret was made here within the last day."""
    try:
        return _signer().unsign(secret, max_age=HOURS * 3600) == _SAID
    except BadSignature:
        return False
