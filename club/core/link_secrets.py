"""Secrets of links that belong to one row: made from the site's key, kept nowhere."""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

LONGEST_NUMBER = 19  # digits


def link_secret(salt: str, number: int, said: str) -> str:
    """What opens the page of a row to whoever got its link; `said` never changes while the row is there."""
    return f"{number}-{link_digest(salt, f'{number}:{said}')}"


def number_in(secret: str) -> int | None:
    """The number of the row that a secret claims to open; None where it can be none."""
    number, dash, _rest = secret.partition("-")
    if not dash or not number.isascii() or not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    return int(number)


def is_same_secret(one: str, other: str) -> bool:
    """Whether two are the same, told in the same time whatever they are."""
    return constant_time_compare(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def link_digest(salt: str, said: str) -> str:
    """A digest that only the site's key makes."""
    digest = salted_hmac(salt, said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()
