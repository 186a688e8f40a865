"""Access to pages: every view is decorated with `needs`, `any_account` or `public`."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import View
from django.views.csrf import csrf_failure
from django.views.decorators.csrf import csrf_exempt

from club.core.capabilities import Capability
from club.core.declared_access import (
    ANY_ACCOUNT,
    MISSING_ROW,
    PUBLIC,
    DeclaredAccess,
    ScopeOf,
    refusal_of,
    require_place,
)
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.requests import FORBIDDEN, actor_of

JSON = "application/json"
SAFE_METHODS = frozenset({"GET", "HEAD"})
Answer = Callable[..., HttpResponseBase]
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def needs(
    capability: Capability, *, scope: ScopeOf | None = None, methods: Iterable[str] | None = None
) -> Callable[[Decorated], Decorated]:
    """Require a capability: a visitor is redirected to sign in, others get a refusal with the next step.

    `scope(request, **arguments)` gives the club, event or section. Without it the capability in any place is
    enough, and the view checks the place. With `methods`, other methods are public.
    """
    asked = None if methods is None else frozenset(methods)
    return declaring(DeclaredAccess(capability=capability, scope=scope, methods=asked))


def public(view: Decorated) -> Decorated:
    """Declare a page public."""
    return declaring(PUBLIC)(view)


def any_account(view: Decorated) -> Decorated:
    """Declare a page open to any signed-in account; its content depends on the roles."""
    return declaring(ANY_ACCOUNT)(view)


def declaring(declared: DeclaredAccess) -> Callable[[Decorated], Decorated]:
    """Decorate a function or class view with an access declaration."""

    def decorate(view: Any) -> Any:
        if isinstance(view, type) and issubclass(view, View):
            view.dispatch = _guard_method(view.dispatch, declared)  # type: ignore[method-assign]
            return view
        return _guard(view, declared)

    return decorate


def _guard(view: Answer, declared: DeclaredAccess) -> Answer:
    @wraps(view)
    def asked_first(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        refusal = refusal_of(request, declared, kwargs)
        if refusal is not None:
            return refusal_response(request, refusal)
        try:
            return view(request, *args, **kwargs)
        except ClubError as later:  # a service checked a place that only it knows
            return refusal_response(request, later)
        except MISSING_ROW:
            require_place(request, declared, kwargs)
            raise

    asked_first.declared_access = (declared, *getattr(view, "declared_access", ()))  # type: ignore[attr-defined]
    return asked_first


def _guard_method(dispatch: Answer, declared: DeclaredAccess) -> Answer:
    @wraps(dispatch)
    def asked_first(self: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        def rest(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return dispatch(self, request, *args, **kwargs)

        return _guard(rest, declared)(request, *args, **kwargs)

    asked_first.declared_access = (declared, *getattr(dispatch, "declared_access", ()))  # type: ignore[attr-defined]
    return asked_first


def refusal_response(request: HttpRequest, refusal: ClubError) -> HttpResponse:
    """Redirect a visitor to sign in; show the reason and the next step to any other actor."""
    if refusal.status != FORBIDDEN:
        context = {"words": refusal_text(refusal), "status": refusal.status}
        return render(request, "refused.html", context, status=refusal.status)
    if not actor_of(request).is_visitor:
        return render(request, "403.html", {"words": refusal_text(refusal)}, status=FORBIDDEN)
    back = request.get_full_path() if request.method in SAFE_METHODS else _page_of_form(request)
    if request.method not in SAFE_METHODS and request.headers.get("Accept") != JSON:
        messages.warning(request, _("You are no longer signed in, so nothing was saved. Sign in to go on."))
    answer = redirect_to_login(back, resolve_url(settings.LOGIN_URL))
    if "HX-Request" in request.headers:  # redirect the whole page, not the swapped fragment
        return HttpResponse(status=204, headers={"HX-Redirect": answer.url})
    return answer


def _page_of_form(request: HttpRequest) -> str:
    """Return the address of the page whose form was posted, by the Referer; the home page without one."""
    sender = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sender, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    page = urlsplit(sender)
    is_safe = page.path.startswith("/") and not page.path.startswith("//")
    return page._replace(scheme="", netloc="", fragment="").geturl() if is_safe else "/"


ALLOWED_SITES = frozenset({"", "same-origin", "none"})

AnyView = TypeVar("AnyView", bound=Callable[..., Any])


def same_origin_only(view: AnyView) -> AnyView:
    """Accept posts without a CSRF token, but none from another site."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, **arguments: Any) -> Any:
        sender = request.headers.get("Sec-Fetch-Site", "")
        if request.method == "POST" and sender not in ALLOWED_SITES:
            return csrf_failure(request, reason=REASON_BAD_ORIGIN % sender)
        return view(request, **arguments)

    return guarded  # type: ignore[return-value]
