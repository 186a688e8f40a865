"""Desk pages of rating lists: create, change, correct, recompute; take reports back."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import number_of, selected_club
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of
from club.members.selectors.persons import clubs_of, names_known, persons_by_number, persons_named
from tournaments.core.scopes import of_rating_list, of_rating_period
from tournaments.models import RatingList, RatingPeriod
from tournaments.ratings.formulas.registry import RATING_SYSTEMS
from tournaments.ratings.pages.rating_forms import CorrectionForm, ListForm
from tournaments.ratings.pages.rating_rows import change_rows, moved_rows
from tournaments.ratings.selectors.rating_history import differences, history_of, stale_sections
from tournaments.ratings.selectors.rating_lists import (
    changes_of,
    managed_lists,
    periods_of,
    players_by_rating,
)
from tournaments.ratings.services.rating_lists import change_list, correct_rating, make_list
from tournaments.ratings.services.rating_reports import recompute_list, revert_rating_report

PLAYERS_A_PAGE, REPORTS_SHOWN, MOVES_SHOWN = 50, 50, 200


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS)
def ratings(request: HttpRequest) -> HttpResponse:
    """Lists of the visitor's clubs; posting creates one."""
    actor = actor_of(request)
    homes = clubs_of(actor=actor, capability=Capability.RUN_EVENTS)
    form = ListForm(request.POST or None, clubs=frozenset(one.pk for one in homes))
    sent = submit(
        request,
        form,
        lambda: make_list(
            organisation_id=number_of(selected_club(request, homes)), actor=actor, **form.facts()
        ),
    )
    if sent.is_done:
        return redirect("tournaments:desk_rating_list", sent.result.pk)
    context = {
        "section": "desk",
        "rows": managed_lists(actor),
        "form": form,
        "homes": homes,
        "refusal": sent.refusal,
        "systems": RATING_SYSTEMS.values(),
    }
    return render(request, "tournaments/ratings/desk/ratings.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_rating_list)
def rating_list(request: HttpRequest, list_id: int) -> HttpResponse:
    """A list with its players and reports; posting changes its description."""
    row = get_object_or_404(RatingList.objects.select_related("organisation"), pk=list_id)
    known = model_to_dict(row, ListForm.Meta.fields) | {"version": row.version}
    form = ListForm(request.POST or None, initial=known, clubs=frozenset({row.organisation_id}))
    sent = submit(
        request,
        form,
        lambda: change_list(
            list_id=list_id,
            version=form.cleaned_data["version"] or 0,
            actor=actor_of(request),
            **form.facts(),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_rating_list", list_id)
    context = _list_context(request, row) | {"form": form, "refusal": sent.refusal}
    return render(request, "tournaments/ratings/desk/rating_list.html", context, status=sent.status)


def _list_context(request: HttpRequest, row: RatingList) -> dict[str, Any]:
    periods = list(periods_of(row)[:REPORTS_SHOWN])
    stale = stale_sections([one for one in periods if one.event_id is not None])
    page = Paginator(players_by_rating(row), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    return {
        "section": "desk",
        "list": row,
        "system": RATING_SYSTEMS[row.formula],
        "page": page,
        "withheld": frozenset(),  # the desk sees all names
        "periods": [(one, one.pk in stale) for one in periods],
        "is_stale": bool(stale),
        "correction": CorrectionForm(),
        "names": names_known(organisation_id=row.organisation_id),
    }


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_rating_list)
def correct(request: HttpRequest, list_id: int) -> HttpResponse:
    """Set a person's rating by hand."""
    row = get_object_or_404(RatingList, pk=list_id)
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a player, a rating and a reason."))
        return redirect("tournaments:desk_rating_list", list_id)
    given = form.cleaned_data
    found = persons_named(organisation_id=row.organisation_id, names=[given["player"].strip()])
    if len(found) != 1:
        told = _("%(number)s people in the club are called %(name)s. Enter the name as in the list.")
        messages.error(request, told % {"number": len(found), "name": given["player"]})
        return redirect("tournaments:desk_rating_list", list_id)
    with Refusals(request):
        correct_rating(
            list_id=list_id,
            person_id=found[0].pk,
            rating=given["rating"],
            reason=given["reason"],
            actor=actor_of(request),
        )
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_rating_list", list_id)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_rating_list)
def again(request: HttpRequest, list_id: int) -> HttpResponse:
    """Changes by recomputing the list; posting saves them."""
    row = get_object_or_404(RatingList.objects.select_related("organisation"), pk=list_id)
    if request.method == "POST":
        reason = request.POST.get("reason", "")[:500]
        done = recompute_list(list_id=list_id, actor=actor_of(request), reason=reason).differences
        told = ngettext("%(number)s rating changed.", "%(number)s ratings changed.", len(done))
        messages.success(request, told % {"number": len(done)})
        return redirect("tournaments:desk_rating_list", list_id)
    found = differences(row, history_of(row))
    names = persons_by_number(numbers={one.person for one in found[:MOVES_SHOWN]})
    periods = RatingPeriod.objects.select_related("event").in_bulk(
        {one.period for one in found[:MOVES_SHOWN]}
    )
    context = {
        "section": "desk",
        "list": row,
        "number": len(found),
        "moves": moved_rows(found[:MOVES_SHOWN], names, periods),
    }
    return render(request, "tournaments/ratings/desk/rating_again.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_rating_period)
def report(request: HttpRequest, period_id: int) -> HttpResponse:
    """A stored report or correction; posting takes it back."""
    rows = RatingPeriod.objects.select_related("rating_list__organisation", "event")
    period = get_object_or_404(rows, pk=period_id)
    if request.method == "POST":
        reason = request.POST.get("reason", "")[:500]
        done = revert_rating_report(period_id=period_id, actor=actor_of(request), reason=reason)
        told = ngettext(
            "Undone; %(number)s later rating changed with it.",
            "Undone; %(number)s later ratings changed with it.",
            len(done),
        )
        messages.success(request, told % {"number": len(done)})
        return redirect("tournaments:desk_rating_list", period.rating_list_id)
    stale = stale_sections([period]).get(period.pk, [])
    context = {
        "section": "desk",
        "period": period,
        "list": period.rating_list,
        "rows": change_rows(changes_of(period)),
        "stale": stale,
        "sections": [one.section.name for one in period.rated_sections.select_related("section")],
    }
    return render(request, "tournaments/ratings/desk/rating_report.html", context)
