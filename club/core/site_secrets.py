"""Secrets that depend on the site's key: of links to single rows, which are not stored, and sealed texts."""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

LONGEST_NUMBER = 19  # digits
SEALED = "club.core.sealing"


def link_secret(salt: str, number: int, said: str) -> str:
    """Derive the secret that opens the page of a row; `said` never changes while the row exists."""
    return f"{number}-{link_digest(salt, f'{number}:{said}')}"


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
    digest = salted_hmac(salt, said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


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
    return MultiFernet(map(_key, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]))


@lru_cache(maxsize=8)
def _key(secret: str) -> Fernet:
    digest = salted_hmac(SEALED, "fernet", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
