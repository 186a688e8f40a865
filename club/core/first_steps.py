"""First steps: a newcomer at the laptop of a club that has no accounts yet."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from rest_framework.request import Request

from club.models import User

FORWARDING_HEADERS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via")
LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def is_first_steps(request: HttpRequest | Request) -> bool:
    """Check for a newcomer on the own machine: no server database, no account, no network.

    A page of another site open in the same browser must not write, so a request from another origin is
    refused. A proxy hides the client, so forwarded requests are refused too.
    """
    return (
        not settings.DATABASE_URL
        and _is_loopback(request.META.get("REMOTE_ADDR", ""))
        and not any(name in request.headers for name in FORWARDING_HEADERS)
        and _is_same_origin(request)
        and not User.objects.exists()
    )


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _is_same_origin(request: HttpRequest | Request) -> bool:
    try:
        host = request.get_host()
    except DisallowedHost:
        return False
    if urlsplit(f"//{host}").hostname not in LOOPBACK_HOSTS:
        return False
    if request.method in SAFE_METHODS:
        return True
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != host:
        return False
    return request.headers.get("Sec-Fetch-Site", "none") in {"same-origin", "none"}
