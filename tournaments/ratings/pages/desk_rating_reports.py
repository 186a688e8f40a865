"""Desk pages for reports of an event to a rating list: preview, then count."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in
from tournaments.core.scopes import of_event
from tournaments.core.services.locks import event_scope
from tournaments.models import Event, RatingList, RatingPeriod
from tournaments.ratings.pages.rating_rows import computed_rows
from tournaments.ratings.selectors.rating_history import stale_sections
from tournaments.ratings.selectors.rating_reports import report_of
from tournaments.ratings.services.rating_lists import list_scope
from tournaments.ratings.services.rating_reports import commit_report, link_players

UNFIT = {
    "counted": gettext_lazy("already counted on this list"),
    "variant": gettext_lazy("the list is for a different game"),
    "speed": gettext_lazy("the time control does not match the list's speed"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def event_ratings(request: HttpRequest, event_id: int) -> HttpResponse:
    """Rating changes by an event; posting counts it, or links players with persons first."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    if request.method == "POST":
        return _run_action(request, event)
    lists = list(RatingList.objects.filter(organisation=event.organisation_id))
    chosen = _chosen(request.GET.get("list", ""), lists)
    context: dict[str, Any] = {
        "section": "desk",
        "event": event,
        "lists": lists,
        "list": chosen,
        "periods": _reports(event),
    }
    if chosen is not None:
        report = report_of(chosen, event, _numbers(request.GET.getlist("part")) or None)
        context |= {
            "report": report,
            "rows": computed_rows(report.lines),
            "choices": [(one, UNFIT.get(one.unfit, "")) for one in report.choices],
            "may_count": may(actor_of(request), Capability.RUN_EVENTS, list_scope(chosen)),
            "may_add": may(actor_of(request), Capability.KEEP_PERSONS, event_scope(event)),
        }
    return render(request, "tournaments/ratings/desk/event_ratings.html", context)


def _run_action(request: HttpRequest, event: Event) -> HttpResponse:
    actor, given = actor_of(request), request.POST
    with Refusals(request):
        if given.get("act") in {"link", "add"}:
            done = link_players(event_id=event.pk, actor=actor, adds=given["act"] == "add")
            told = ngettext("%(number)s player linked.", "%(number)s players linked.", done)
            messages.success(request, told % {"number": done})
        else:
            period = _count(request, event)
            if period is not None:
                messages.success(request, _("Counted."))
                return redirect("tournaments:desk_rating_report", period.pk)
    answer = redirect("tournaments:desk_event_ratings", event.pk)
    answer["Location"] += f"?list={key_in(given.get('list', ''))}"
    return answer


def _count(request: HttpRequest, event: Event) -> RatingPeriod | None:
    given = request.POST
    lists = RatingList.objects.filter(organisation=event.organisation_id)
    chosen = lists.filter(pk=key_in(given.get("list", ""))).first()
    if chosen is None:
        messages.error(request, _("Choose a rating list."))
        return None
    return commit_report(
        list_id=chosen.pk,
        event_id=event.pk,
        sections=_numbers(given.getlist("part")),
        seen=given.get("seen", ""),
        reason=given.get("reason", "")[:500],
        actor=actor_of(request),
    )


def _reports(event: Event) -> list[tuple[RatingPeriod, bool]]:
    periods = list(event.rating_periods.select_related("rating_list").order_by("rating_list__name", "number"))
    stale: set[int] = set()
    for rating_list in {one.rating_list_id for one in periods}:
        stale |= stale_sections([one for one in periods if one.rating_list_id == rating_list]).keys()
    return [(one, one.pk in stale) for one in periods]


def _chosen(number: str, lists: list[RatingList]) -> RatingList | None:
    named = next((one for one in lists if str(one.pk) == number), None)
    return named or (lists[0] if len(lists) == 1 else None)


def _numbers(texts: list[str]) -> set[int]:
    return {key_in(text) for text in texts}
