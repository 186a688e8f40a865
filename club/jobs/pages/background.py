"""Pages of background jobs and outgoing messages: list, repeat, cancel."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Model, QuerySet, TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.audit.selectors import ids_in_audit_log
from club.core.access import Scope, clubs_where, may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import page_of
from club.core.requests import actor_of
from club.core.scopes import scope_of_job, scope_of_message
from club.jobs.selectors import job_counts, jobs_of, last_line, message_counts, messages_of
from club.jobs.services.job_control import cancel_job, repeat_job
from club.jobs.services.jobs import list_channel
from club.jobs.services.outbox import resend_message
from club.live.selectors import last_number
from club.models import JobState, OutboxState


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
    return _list_page(request, "jobs", clubs, JobState, job_counts, jobs_of)


@require_safe
@needs(Capability.SEE_OUTBOX)
def outbox(request: HttpRequest) -> HttpResponse:
    """List the messages of the clubs in which the visitor may see them, without their contents."""
    clubs = clubs_where(actor_of(request), Capability.SEE_OUTBOX)
    return _list_page(request, "outbox", clubs, OutboxState, message_counts, messages_of)


@require_POST
@needs(Capability.RUN_JOBS, scope=scope_of_job)
def job_repeat(request: HttpRequest, job_id: int) -> HttpResponse:
    """Retry a failed job."""
    with Refusals(request, success=_("The job starts again from the beginning.")):
        repeat_job(job_id=job_id, actor=actor_of(request))
    return redirect("club:jobs")


@require_POST
@needs(Capability.RUN_JOBS, scope=scope_of_job)
def job_cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    """Cancel a waiting job."""
    with Refusals(request, success=_("The job has been cancelled.")):
        cancel_job(job_id=job_id, actor=actor_of(request))
    return redirect("club:backups" if request.POST.get("from") == "backups" else "club:jobs")


@require_POST
@needs(Capability.RUN_JOBS, scope=scope_of_message)
def message_again(request: HttpRequest, message_id: int) -> HttpResponse:
    """Resend a failed message."""
    with Refusals(request, success=with_delivery_note(_("The message is being sent again."))):
        resend_message(message_id=message_id, actor=actor_of(request))
    return redirect("club:outbox")


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


def _list_page(
    request: HttpRequest,
    name: str,
    clubs: frozenset[int] | None,
    states: type[TextChoices],
    counts: Callable[..., Mapping[str, int]],
    rows: Callable[..., QuerySet[Any]],
) -> HttpResponse:
    """Render a list by state, or only its part for the live client.

    The last number of the channel is read before the list, so that no event is missed. A message moves
    with the job that sends it, so both lists follow the same channel.
    """
    channel, state = list_channel(clubs), chosen_state(request, states)
    context: dict[str, Any] = {"channel": channel, "heard": last_number(channel)}
    page = page_of(request, rows(clubs=clubs, state=state))
    shown = list(page.object_list)
    on_trail = ids_in_audit_log(shown)
    context |= {
        "states": state_links(states, counts(clubs=clubs), state),
        "page": page,
        "query": f"state={state}&" if state else "",
        "rows": [_row(request, one, on_trail) for one in shown],
    }
    part = "_" if "HX-Request" in request.headers else ""
    answer = render(request, f"club/jobs/desk/{part}{name}.html", context)
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


def _row(request: HttpRequest, one: Model, on_trail: frozenset[str]) -> Row:
    scope = Scope(getattr(one, "organisation_id", None))
    error = last_line(str(getattr(one, "error", "")))
    may_run = may(actor_of(request), Capability.RUN_JOBS, scope)
    return Row(one, error, may_run, str(one.pk) in on_trail)


def with_delivery_note(text: str) -> str:
    """Return the text about a mail; state that it is not delivered if the site sends no mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return text
    return _("This site sends no email, so pass the information on yourself.")
