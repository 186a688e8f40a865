"""Secrets that depend on the site's key: of links to single rows, which are not stored, and sealed texts.

After the key was replaced, new secrets are of the new key, and those of the earlier ones
(DRAUGHTS_OLD_SECRET_KEYS) still open. So what was sent is never compared with a secret that is derived again:
`is_link_secret` and `is_link_digest` check it. `keyed_hashes` find what is stored as a keyed hash.
"""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

LONGEST_NUMBER = 19  # digits
DIGEST_BYTES = 18
SEALED = "club.core.sealing"


def link_secret(salt: str, number: int, said: str) -> str:
    """Derive the secret that opens the page of a row; `said` never changes while the row exists."""
    return f"{number}-{link_digest(salt, f'{number}:{said}')}"


def link_secrets(salt: str, number: int, said: str) -> list[str]:
    """Derive the secret of a row with each key: the present one first."""
    return [f"{number}-{digest}" for digest in link_digests(salt, f"{number}:{said}")]


def is_link_secret(salt: str, number: int, said: str, given: str) -> bool:
    """Check the secret of a row, made with the present key or an earlier one."""
    return any(is_same_secret(one, given) for one in link_secrets(salt, number, said))


def number_in(secret: str) -> int | None:
    """Parse the number of the row from a secret, or None."""
    number, dash, _rest = secret.partition("-")
    if not dash or not number.isascii() or not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    return int(number)


def is_same_secret(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return constant_time_compare(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def link_digest(salt: str, said: str) -> str:
    """Compute a digest with the site's key."""
    return link_digests(salt, said)[0]


def link_digests(salt: str, said: str, *, size: int = DIGEST_BYTES) -> list[str]:
    """Compute a digest with each key: the present one first."""
    digests = [salted_hmac(salt, said, secret=key, algorithm="sha256").digest() for key in site_keys()]
    return [base64.urlsafe_b64encode(digest[:size]).decode() for digest in digests]


def is_link_digest(salt: str, said: str, given: str) -> bool:
    """Check a digest, made with the present key or an earlier one."""
    return any(is_same_secret(one, given) for one in link_digests(salt, said))


def keyed_hash(salt: str, text: str) -> str:
    """Hash a text with the site's key, for storage."""
    return keyed_hashes(salt, text)[0]


def keyed_hashes(salt: str, text: str) -> list[str]:
    """Hash a text with each key, to find what was stored: the present one first."""
    return [salted_hmac(salt, text, secret=key, algorithm="sha256").hexdigest() for key in site_keys()]


def site_keys() -> list[str]:
    """Return the present key of the site, which signs, and the earlier ones, which only open."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def seal(text: str) -> str:
    """Encrypt and sign a text, so that what is stored cannot be read without the site's key."""
    return _keys().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str | None:
    """Return the text; None if it was sealed with a key that this site does not have, or changed since."""
    try:
        return _keys().decrypt(sealed).decode()
    except InvalidToken:
        return None


def _keys() -> MultiFernet:
    """The present key, which seals, and the earlier ones, which only open."""
    return MultiFernet(map(_key, site_keys()))


@lru_cache(maxsize=8)
def _key(secret: str) -> Fernet:
    digest = salted_hmac(SEALED, "fernet", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
