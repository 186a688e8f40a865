"""Secrets for links to single rows: derived from the site's key, not stored."""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

LONGEST_NUMBER = 19  # digits


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
