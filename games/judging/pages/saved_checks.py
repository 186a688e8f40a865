"""A checked record under an unlisted link: keep it, read it, and what its owner can do with it."""

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.limits import Count, client_key, count, limited, too_many
from club.core.pages.access import public, same_origin_only
from club.core.requests import parse_number, phone_uri
from games.core.errors import NothingToRead
from games.judging.pages.check import CheckResult, judged_result
from games.judging.pages.forms import KeepForm
from games.judging.selectors.saved_checks import is_owner, saved_check
from games.judging.services.saved_checks import (
    DAYS,
    DEFAULT_DAYS,
    CheckFacts,
    delete_check,
    extend_check,
    keep_check,
)
from games.models import SavedCheck

MAX_POSTS, WINDOW_SECONDS = 20, 3600  # rate limit: saved records and changes of one client in an hour
MAX_READS, READ_SECONDS = 60, 60  # a text of 100 kB takes a second of processor time to judge
UNLISTED: Final = "noindex, nofollow"


@require_POST
@same_origin_only  # a visitor has no token, and nothing is stored in the name of an account
@public
@limited("keep-check", most=MAX_POSTS, seconds=WINDOW_SECONDS)
def keep(request: HttpRequest) -> HttpResponse:
    """Judge a record once more and store it; its owner gets both links on the next page."""
    form = KeepForm(request.POST)
    if not form.is_valid():
        raise NothingToRead
    given = form.cleaned_data
    choices = {name: given[name] for name in ("law_book", "variant", "first_result", "play_on")}
    result = judged_result(given["pdn"], **choices)
    if result.refusal is not None:
        raise NothingToRead
    facts = CheckFacts(text=given["pdn"], verdicts=[line.word for line in result.lines], **choices)
    links = keep_check(facts, days=int(given["days"]))
    return redirect("games:saved_owner", links.secret, links.owner)


@require_safe
@never_cache
@public
def saved(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a saved record with the findings of the judge."""
    row = _row(secret)
    counted = _counted_read(request)
    if counted.is_too_many:
        return too_many(request, counted)
    return _unlisted(render(request, "games/judging/saved.html", _context(request, row, secret)))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@same_origin_only  # the secret in the address is the permission
@public
@limited("keep-check", most=MAX_POSTS, seconds=WINDOW_SECONDS)
def saved_owner(request: HttpRequest, secret: str, owner: str) -> HttpResponse:
    """Show both links of a saved record; extend it or delete it."""
    row = _row(secret)
    if not is_owner(row, owner):
        raise Http404(secret)
    if request.method == "POST":
        return _change(request, row, secret, owner)
    counted = _counted_read(request)
    if counted.is_too_many:
        return too_many(request, counted)
    context = _context(request, row, secret) | {
        "owner_link": request.build_absolute_uri(request.path),
        "link": phone_uri(request, reverse("games:saved", args=[secret])),
        "days": DAYS,
        "default_days": DEFAULT_DAYS,
    }
    return _unlisted(render(request, "games/judging/saved.html", context))


def _change(request: HttpRequest, row: SavedCheck, secret: str, owner: str) -> HttpResponse:
    if "delete" in request.POST:
        delete_check(row)
        messages.success(request, _("The record has been deleted."))
        return redirect("games:check")
    days = parse_number(request.POST.get("days", ""))
    if days not in DAYS:
        raise Http404(days)
    extend_check(row, days=days)
    messages.success(request, _("Saved."))
    return redirect("games:saved_owner", secret, owner)


def _counted_read(request: HttpRequest) -> Count:
    """Count one more reading of a client: each one judges the whole text."""
    return count("saved-check", client_key(request), most=MAX_READS, seconds=READ_SECONDS)


def _row(secret: str) -> SavedCheck:
    row = saved_check(secret)
    if row is None:
        raise Http404(secret)
    return row


def _context(request: HttpRequest, row: SavedCheck, secret: str) -> dict[str, Any]:
    result: CheckResult = judged_result(
        row.text,
        law_book=row.law_book,
        variant=row.variant,
        first_result=row.first_result,
        play_on=row.play_on,
        show=parse_number(request.GET.get("show", ""), digits=9),
    )
    sheet = result.shown
    return {
        "section": "check",
        "kept": row,
        "page": reverse("games:saved", args=[secret]),
        "result": result,
        "is_judged_otherwise": [line.word for line in result.lines] != row.verdicts,
        "sheet": sheet,
        "ply": sheet.telling_ply if sheet else 0,
        "drawing": sheet.drawing_at(sheet.telling_ply) if sheet else None,
        "pdn": result.pdn,
    }


def _unlisted(answer: HttpResponse) -> HttpResponse:
    answer.headers["X-Robots-Tag"] = UNLISTED
    return answer
