"""Refusals as messages on the next page."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import RequestDataTooBig, ValidationError
from django.db.models import QuerySet
from django.forms import BaseForm, BaseFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from club.core.errors import ClubError, NotFilledIn
from club.core.limits import problem
from club.core.messages import RefusalText, refusal_text
from club.core.outages import answer_outage, is_read_by_program, outage_of
from club.core.pages.responses import club_address, service_arguments
from club.core.requests import OK, UNPROCESSABLE

SentForms = BaseForm | BaseFormSet[Any] | Sequence[BaseForm | BaseFormSet[Any]] | None

STATUSES_WITH_PAGES = frozenset({403, 404})


def add_refusal_message(request: HttpRequest, refusal: ClubError) -> None:
    """Add a message with the refused action and the next step."""
    words = refusal_text(refusal)
    messages.error(request, f"{words.what} {words.next_step}")


class Refusals:
    """Context manager that turns refusals in its block into messages; `success` is told without one."""

    def __init__(self, request: HttpRequest, *, success: str = "") -> None:
        self.request = request
        self.success = success

    def __enter__(self) -> None:
        """Enter the block."""

    def __exit__(self, _kind: object, refusal: BaseException | None, _trace: object) -> bool:
        """Report the refusal; 403 and 404 propagate to their own pages."""
        if refusal is None and self.success:
            messages.success(self.request, self.success)
        if isinstance(refusal, ValidationError):
            messages.error(self.request, " ".join(refusal.messages))
            return True
        if not isinstance(refusal, ClubError) or refusal.status in STATUSES_WITH_PAGES:
            return False
        add_refusal_message(self.request, refusal)
        return True


@dataclass(frozen=True, slots=True)
class Submission:
    """Outcome of a form on its page: the service's result, or its refusal and the HTTP status to answer."""

    is_done: bool = False
    result: Any = None
    refusal: RefusalText | None = None
    status: int = OK
    error: ClubError | None = None


NOTHING_SENT = Submission()


def submit(
    request: HttpRequest,
    form: SentForms,
    service: Callable[[], Any],
    *,
    success: str | Callable[[Any], str] = "",
) -> Submission:
    """Call the service if the form was posted and is valid; a refusal of the service is shown on the page.

    `success` is the message for the next page, or makes it from the service's result. Of several forms all
    must be valid; without a form, every POST calls the service. An invalid form gets 422, a refusal its own
    status.
    """
    if request.method != "POST":
        return NOTHING_SENT
    forms = form if isinstance(form, Sequence) else () if form is None else (form,)
    if [one for one in forms if not one.is_valid()]:  # all are asked, so that every one gets its errors
        return Submission(status=UNPROCESSABLE)
    try:
        result = service()
    except ClubError as error:
        return Submission(refusal=refusal_text(error), status=error.status, error=error)
    if success:
        messages.success(request, success(result) if callable(success) else success)
    return Submission(is_done=True, result=result)


def require_valid_form(form: BaseForm, told: str = "") -> dict[str, Any]:
    """Return the arguments for the service from a valid form.

    An invalid one is refused with the text `told`, else with its wrong fields and their errors.
    """
    if form.is_valid():
        return service_arguments(form)
    if told:
        raise ValidationError(told)
    faults = [
        f"{form.fields[name].label}: {error}" if name in form.fields else str(error)
        for name, errors in form.errors.items()
        for error in errors
    ]
    raise NotFilledIn(told=" ".join(faults))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 with the limit to too large a request, 400 otherwise."""
    if isinstance(exception, RequestDataTooBig):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return render(request, "413.html", {"limit": limit}, status=413)
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer 404: a page, or a problem document for a program."""
    answer = partial(problem, request, status=404, code="not_found")
    if request.path.startswith("/api/"):
        return answer(
            title=_("There is nothing at this address."),
            next_step=_("Check the number; the matching list shows what exists."),
        )
    if request.META.get("HTTP_ACCEPT", "").startswith("application/json"):  # an entry of a device
        return answer(
            title=_("What this entry is about no longer exists: it was deleted or paired again."),
            next_step=_("Open the page again. Enter it there if it is still right."),
        )
    return render(request, "404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403 with the reason and the next step if the refusal has texts of its own."""
    words = refusal_text(exception) if isinstance(exception, ClubError) else None
    return render(request, "403.html", {"words": words}, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with the cause in an outage, 500 to any other error; a problem document for programs."""
    if (outage := outage_of(sys.exc_info()[1])) is not None:
        return answer_outage(request, outage)
    if is_read_by_program(request):
        return problem(
            request,
            status=500,
            code="server_error",
            title=_("Something went wrong."),
            next_step=_("The error has been logged. If it happens again, contact the site administrator."),
        )
    return HttpResponseServerError(render_to_string("500.html"))


def apply_row_action(
    request: HttpRequest,
    rows: QuerySet[Any],
    number: int,
    does: Callable[[HttpRequest, Any], str] | None,
    *,
    page: str,
    overview: str = "",
) -> HttpResponse:
    """Apply one action to a row, report the result or refusal, and redirect to the row.

    If an action may remove the row, `overview` is the page to redirect to then.

    An unknown row, or an unknown action (`does` is None), answers 404.
    """
    row = get_object_or_404(rows.select_related("organisation"), pk=number)
    if does is None:
        raise Http404
    with Refusals(request):
        messages.success(request, does(request, row))
    if overview and not rows.filter(pk=number).exists():
        return redirect(club_address(overview, row.organisation))
    return redirect(page, number)
