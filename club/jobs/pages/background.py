"""Pages of background jobs and outgoing messages: list, repeat, cancel."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet, TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.audit.selectors import ids_in_audit_log
from club.core.access import Scope, clubs_where, may
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.requests import actor_of
from club.core.scopes import scope_of_job, scope_of_message
from club.jobs.selectors import job_counts, jobs_of, last_line, message_counts, messages_of
from club.jobs.services.job_control import cancel_job, repeat_job
from club.jobs.services.jobs import list_channel
from club.jobs.services.outbox import resend_message
from club.live.selectors import last_number
from club.models import JobState, OutboxState

ROWS_PER_PAGE = 50


class StateLink(NamedTuple):
    """A state filter with its number of rows."""

    value: str
    label: str
    rows: int
    is_chosen: bool


class Row(NamedTuple):
    """A job or message, and whether the visitor may act on it."""

    one: Any
    last_line: str
    may_run: bool
    is_on_trail: bool  # the audit log has an entry: repeated, cancelled or resent


@require_safe
@needs(Capability.SEE_JOBS)
def jobs(request: HttpRequest) -> HttpResponse:
    """List the jobs of the clubs in which the visitor may see them, newest first."""
    clubs = clubs_where(actor_of(request), Capability.SEE_JOBS)
    state = chosen_state(request, JobState)
    context = {
        **_live_context(clubs),
        "states": state_links(JobState, job_counts(clubs=clubs), state),
        **_page(request, jobs_of(clubs=clubs, state=state), state),
    }
    return _render(request, "jobs", context)


@require_safe
@needs(Capability.SEE_OUTBOX)
def outbox(request: HttpRequest) -> HttpResponse:
    """List the messages of the clubs in which the visitor may see them, without their contents."""
    clubs = clubs_where(actor_of(request), Capability.SEE_OUTBOX)
    state = chosen_state(request, OutboxState)
    context = {
        **_live_context(clubs),
        "states": state_links(OutboxState, message_counts(clubs=clubs), state),
        **_page(request, messages_of(clubs=clubs, state=state), state),
    }
    return _render(request, "outbox", context)


@require_POST
@needs(Capability.RUN_JOBS, scope=scope_of_job)
def job_repeat(request: HttpRequest, job_id: int) -> HttpResponse:
    """Retry a failed job."""
    try:
        repeat_job(job_id=job_id, actor=actor_of(request))
        messages.success(request, _("The job starts again from the beginning."))
    except ClubError as refusal:
        show_refusal(request, refusal)
    return redirect("club:jobs")


@require_POST
@needs(Capability.RUN_JOBS, scope=scope_of_job)
def job_cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    """Cancel a waiting job."""
    try:
        cancel_job(job_id=job_id, actor=actor_of(request))
        messages.success(request, _("The job has been cancelled."))
    except ClubError as refusal:
        show_refusal(request, refusal)
    return redirect("club:backups" if request.POST.get("from") == "backups" else "club:jobs")


@require_POST
@needs(Capability.RUN_JOBS, scope=scope_of_message)
def message_again(request: HttpRequest, message_id: int) -> HttpResponse:
    """Resend a failed message."""
    try:
        resend_message(message_id=message_id, actor=actor_of(request))
        messages.success(request, with_delivery_note(_("The message is being sent again.")))
    except ClubError as refusal:
        show_refusal(request, refusal)
    return redirect("club:outbox")


def show_refusal(request: HttpRequest, refusal: ClubError) -> None:
    """Show an error on the next page; re-raise a permission error."""
    if refusal.status == 403:  # noqa: PLR2004 - Forbidden
        raise refusal
    words = refusal_text(refusal)
    messages.warning(request, f"{words.what} {words.next_step}")


def chosen_state(request: HttpRequest, states: type[TextChoices]) -> str:
    """Return the requested state if it exists."""
    asked = request.GET.get("state", "")
    return asked if asked in states.values else ""


def state_links(states: type[TextChoices], counts: Mapping[str, int], chosen: str) -> list[StateLink]:
    """Links for all rows and for each state."""
    every = StateLink("", _("all"), sum(counts.values()), chosen == "")
    return [
        every,
        *(
            StateLink(one.value, str(one.label), counts.get(one.value, 0), chosen == one.value)
            for one in states
        ),
    ]


def _page(request: HttpRequest, found: QuerySet[Any], state: str) -> dict[str, Any]:
    page = Paginator(found, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    on_trail = ids_in_audit_log(shown)
    return {
        "page": page,
        "query": f"state={state}&" if state else "",
        "rows": [_row(request, one, on_trail) for one in shown],
    }


def _row(request: HttpRequest, one: Model, on_trail: frozenset[str]) -> Row:
    scope = Scope(getattr(one, "organisation_id", None))
    error = last_line(str(getattr(one, "error", "")))
    may_run = may(actor_of(request), Capability.RUN_JOBS, scope)
    return Row(one, error, may_run, str(one.pk) in on_trail)


def _live_context(clubs: frozenset[int] | None) -> dict[str, Any]:
    """Return the channel of the list and its last number, read before the list so that no event is missed.

    A message moves with the job that sends it, so both lists follow the same channel.
    """
    channel = list_channel(clubs)
    return {"channel": channel, "heard": last_number(channel)}


def _render(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """Render the page, or only the list for the live client."""
    part = "_" if "HX-Request" in request.headers else ""
    answer = render(request, f"club/jobs/desk/{part}{name}.html", {"section": "desk", **context})
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


def with_delivery_note(text: str) -> str:
    """Return the text about a mail; state that it is not delivered if the site sends no mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return text
    return _("This site sends no email, so pass the information on yourself.")
