"""Actor and language of a request, and the statuses and limits that pages share."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import translation
from rest_framework.request import Request

from club.core.actor import SYSTEM, Actor
from club.core.first_steps import is_first_steps
from club.core.known_callers import KNOWN_CALLERS
from club.core.network_addresses import is_for_this_machine
from club.models import HelperPass, User

OK, FORBIDDEN, CONFLICT, UNPROCESSABLE, TOO_MANY = 200, 403, 409, 422, 429
MAX_NUMBER_DIGITS = 18  # of a primary key in a form; a column holds every such number

SESSION_KEY = "helper_pass"
"""Session key for the number of the device's helper pass."""


class ProgramRequest(HttpRequest):
    """Request of a command: the program acts, and absolute addresses begin with that of the site."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.actor, self.address = SYSTEM, address

    def build_absolute_uri(self, location: str | None = None) -> str:
        """Return the address of a path at the site."""
        return urljoin(self.address, location or "/")


def actor_of(request: HttpRequest | Request) -> Actor:
    """Return the actor of this request; cached with the request.

    The owner of a token (`request.auth` of the API) is limited to the abilities of the token.
    """
    plain = request._request if isinstance(request, Request) else request  # noqa: SLF001 - the wrapped request
    cached: Actor | None = getattr(plain, "actor", None)
    auth = getattr(request, "auth", None)
    if cached is None or (auth is not None and cached.abilities is None):
        cached = plain.actor = _actor(request, plain, auth)  # type: ignore[attr-defined]
    return cached


def _actor(request: HttpRequest | Request, plain: HttpRequest, auth: Any) -> Actor:
    address = plain.META.get("REMOTE_ADDR", "") or ""
    request_id = getattr(plain, "request_id", "")
    user = getattr(request, "user", None)  # a request may be refused before its account is read
    if isinstance(user, User):
        KNOWN_CALLERS.note(plain, by_token=auth is not None)
        abilities = getattr(auth, "abilities", None)
        return Actor(
            label=str(user),
            user=user,
            address=address,
            request_id=request_id,
            abilities=None if abilities is None else frozenset(abilities),
        )
    granted_pass = _session_pass(plain)
    if granted_pass is not None:
        KNOWN_CALLERS.note(plain, by_token=False)
        return Actor(
            label=granted_pass.label, helper_pass=granted_pass, address=address, request_id=request_id
        )
    return Actor(
        label="visitor", address=address, request_id=request_id, is_at_the_machine=is_first_steps(request)
    )


def _session_pass(request: HttpRequest) -> HelperPass | None:
    session = getattr(request, "session", None)
    number = session.get(SESSION_KEY) if session is not None else None
    return None if number is None else HelperPass.objects.filter(pk=number).first()


def parse_number(text: str, *, digits: int = MAX_NUMBER_DIGITS) -> int | None:
    """Parse a whole number of a form or an address; None for anything else, and for too many digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def key_in(text: str) -> int:
    """Parse the key of a row; 0, which no row has, for anything else."""
    return parse_number(text) or 0


def sent_key(request: HttpRequest) -> str:
    """Return the idempotency key of what a page sends; no database stores a NUL in it."""
    return request.headers.get("Idempotency-Key", "").replace("\0", "")[:64]


def sent_content(request: HttpRequest) -> dict[str, str]:
    """Return what an idempotency key stands for: the address and the fields, without the form's token."""
    told = {name: "\n".join(values) for name, values in request.POST.lists()}
    return {**told, "csrfmiddlewaretoken": "", "path": request.path}


def site_of(request: HttpRequest | Request) -> str:
    """Base address for links in mails."""
    return request.build_absolute_uri("/").rstrip("/")


def phone_uri(request: HttpRequest | Request, path: str) -> str:
    """Absolute address of a path for phones: at the address of the open hall, else at the request's host."""
    if settings.PHONE_ADDRESS:
        return urljoin(settings.PHONE_ADDRESS, path)
    return request.build_absolute_uri(path)


def code_uri(request: HttpRequest | Request, letter: str, token: object) -> str:
    """Absolute address in a QR code: the short path that leads to the page of a code (`club.hall.codes`)."""
    return phone_uri(request, reverse("club:code", args=[letter, token]))


def is_out_of_reach(request: HttpRequest) -> bool:
    """Check that addresses made for this request lead to this machine alone: no phone can open them."""
    return is_for_this_machine(phone_uri(request, "/"))


def speak_unless_chosen(request: HttpRequest, language: str) -> None:
    """Answer in this language if neither the switch nor the account has chosen one."""
    has_chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES or request.user.is_authenticated
    if language in dict(settings.LANGUAGES) and not has_chosen:
        translation.activate(language)
        request.LANGUAGE_CODE = language


def known_language(code: str) -> str:
    """Return the code if the site has this language, else nothing."""
    return code if code in dict(settings.LANGUAGES) else ""


def owner_of(actor: Actor) -> str:
    """Return the account or helper pass that entries on a device belong to."""
    if actor.user is not None:
        return f"user:{actor.user.pk}"
    return "visitor" if actor.helper_pass is None else f"pass:{actor.helper_pass.pk}"


class EntryOwner:
    """Middleware: refuse entries of another account than the one signed in on the device.

    A page that was opened before the account changed still names the former one, and its entries would be
    logged as the new one's. They stay on the device until their account signs in again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 403 if the entry names another owner."""
        owner = request.headers.get("X-Entry-Owner")
        if owner is not None and owner != owner_of(actor_of(request)):
            return JsonResponse({"code": "other_account"}, status=FORBIDDEN)
        return self.get_response(request)


class AccountLanguage:
    """Middleware: activate the account's language; without a choice the language does not change."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the account's language. Without a session no account is looked up."""
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME) or not isinstance(request.user, User):
            return self.get_response(request)
        chosen = known_language(request.user.language)
        if not chosen:
            return self.get_response(request)
        with translation.override(chosen):
            request.LANGUAGE_CODE = chosen
            response = self.get_response(request)
        response.headers["Content-Language"] = chosen
        return response
