"""Parts of pages: a page of a list, a page with a form, arguments from a form, a file, an address."""

from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.requests import OK, UNPROCESSABLE, actor_of, owner_of, parse_number
from club.models import Organisation

Rows = QuerySet[Any] | Sequence[Any]
Answer = TypeVar("Answer", bound=HttpResponseBase)

ROWS_PER_PAGE = 50
PDF = "application/pdf"
CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


KEEP_HEADER = "X-Keep-Copy"
"""Header of pages that the service worker of the desk keeps; its value names their account or pass."""


class MessagesCookie(CookieStorage):
    """Messages for the next page in a cookie that is named as the others are: `__Host-` behind https."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class PageMessages(FallbackStorage):
    """Messages for the next page, in a cookie, or in the session if they are long: MESSAGE_STORAGE."""

    storage_classes = (MessagesCookie, SessionStorage)


def let_keep(request: HttpRequest, answer: Answer) -> Answer:
    """Let the device keep a page for the time without network, for the account or pass of the request."""
    answer.headers[KEEP_HEADER] = owner_of(actor_of(request))
    return answer


def files_version() -> str:
    """Return what identifies the static files of this version."""
    return getattr(staticfiles_storage, "manifest_hash", "") or "0"


@require_safe
@public
@cache_control(no_cache=True)
def desk_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker of the desk from the root. Other static files make another worker of it."""
    context = {"version": files_version()}
    return render(request, "club/core/desk_worker.js", context, content_type="text/javascript")


def page_of(request: HttpRequest, rows: Rows, size: int = ROWS_PER_PAGE, *, name: str = "page") -> Page[Any]:
    """Page of a list whose number is in the query string; the nearest page to a wrong number."""
    return Paginator(rows, size).get_page(request.GET.get(name))


def posted(request: HttpRequest) -> QueryDict | None:
    """Data for a form that is bound on POST only."""
    return request.POST if request.method == "POST" else None


def form_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render a page with a form: 422 in answer to a POST, as an accepted form redirects."""
    status = UNPROCESSABLE if request.method == "POST" else OK
    return render(request, template, context, status=status)


def service_arguments(form: BaseForm) -> dict[str, Any]:
    """Cleaned data as arguments for a service; a chosen row becomes its number: `plan` gives `plan_id`."""
    given = dict(form.cleaned_data)
    for name, field in form.fields.items():
        if hasattr(field, "queryset"):
            row = given.pop(name)
            given[f"{name}_id"] = row.pk if row is not None else None
    return given


def as_file(answer: Answer, name: str, *, disposition: str = "attachment") -> Answer:
    """Make an answer a file to download or, `inline`, to view; caches do not store it."""
    answer.headers["Content-Disposition"] = f'{disposition}; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def club_address(name: str, club: Organisation | str, *arguments: Any, **asked: Any) -> str:
    """Address of a page about a club (a row or its short name); `asked` is the rest of the query."""
    slug = club if isinstance(club, str) else club.slug
    return f"{reverse(name, args=arguments)}?{urlencode({'club': slug, **asked})}"


def number_in(request: HttpRequest, name: str) -> int:
    """Number of a row in the posted form; 404 if it is none."""
    number = parse_number(request.POST.get(name, ""))
    if number is None:
        raise Http404(name)
    return number


def numbers_in(request: HttpRequest, name: str) -> list[int]:
    """Numbers of the ticked rows in the posted form; anything else is left out."""
    numbers = map(parse_number, request.POST.getlist(name))
    return [number for number in numbers if number is not None]
