"""Public rating lists and players."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.selectors import organisation_list
from tournaments.entries.selectors.entries import hide_names_without_consent
from tournaments.models import RatingList
from tournaments.ratings.formulas.registry import RATING_SYSTEMS
from tournaments.ratings.selectors.rating_lists import (
    players_by_rating,
    public_lists,
)

PLAYERS_A_PAGE = 100
OPPONENTS_SHOWN, OPENINGS_SHOWN = 100, 25


@require_safe
@public
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The public lists of a club."""
    club = get_object_or_404(organisation_list(), slug=slug)
    found = [(one, RATING_SYSTEMS[one.formula].name) for one in public_lists(club.pk)]
    return render(
        request, "tournaments/ratings/rating_lists.html", {"section": "events", "club": club, "lists": found}
    )


@require_safe
@public
def rating_list(request: HttpRequest, slug: str, list_id: int) -> HttpResponse:
    """A public list, the highest rating first."""
    rows = RatingList.objects.select_related("organisation")
    row = get_object_or_404(rows, pk=list_id, organisation__slug=slug, is_public=True)
    page = Paginator(players_by_rating(row), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "withheld": hide_names_without_consent(one.person for one in page.object_list),
        "section": "events",
        "club": row.organisation,
        "list": row,
        "system": RATING_SYSTEMS[row.formula],
        "page": page,
    }
    return render(request, "tournaments/ratings/rating_list.html", context)
