"""Devices on which an account has signed in before: a signed cookie, which outlives the session.

It opens nothing. A password that is typed for one of its accounts is checked before those of strangers
(`club.accounts.hashing`), and wrong ones are counted apart from theirs, so that guesses from elsewhere do not
lock out the owner. It names accounts, so that an account of one's own gains nothing at those of others.
"""

import secrets
from typing import Any, Final, NamedTuple

from allauth.account.internal.userkit import filter_users_by_email
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from club.core.known_callers import DEVICE_SALT, DEVICE_SECONDS
from club.models import User

MOST_ACCOUNTS: Final = 8  # of a device that a club shares; the latest


class Device(NamedTuple):
    """A random name, and the accounts that signed in."""

    name: str
    accounts: list[int]


def device_of(request: HttpRequest) -> Device | None:
    """Return the device of the cookie; None without one, or if it was not signed here."""
    try:
        name, accounts = signing.loads(
            request.COOKIES.get(settings.KNOWN_COOKIE_NAME, ""), salt=DEVICE_SALT, max_age=DEVICE_SECONDS
        )
    except signing.BadSignature:
        return None
    return Device(name, accounts)


def known_as(request: HttpRequest, email: str) -> str:
    """Return the name of the device if an account with this address has signed in on it, else nothing."""
    device = device_of(request)
    if device is None or not email:
        return ""
    owners = {user.pk for user in filter_users_by_email(email, for_login=True)}
    return f"device-{device.name}" if owners.intersection(device.accounts) else ""


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Add the account to the cookie of the device."""
    name, accounts = device_of(request) or Device(secrets.token_urlsafe(12), [])
    accounts = [user.pk, *(one for one in accounts if one != user.pk)][:MOST_ACCOUNTS]
    attributes: dict[str, Any] = {
        "max_age": DEVICE_SECONDS,
        "secure": settings.SESSION_COOKIE_SECURE,
        "samesite": settings.SESSION_COOKIE_SAMESITE,
    }
    value = signing.dumps([name, accounts], salt=DEVICE_SALT)
    response.set_cookie(settings.KNOWN_COOKIE_NAME, value, httponly=True, **attributes)
