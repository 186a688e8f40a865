"""Page of the teams that a person leads or plays in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.pages.access import any_account
from club.core.requests import actor_of
from club.members.selectors.own_record import own_persons
from tournaments.leagues.selectors.fixtures import questions_for, teams_led_by
from tournaments.site.pages.own_waiting import answer_page


@require_safe
@never_cache
@any_account
def own_teams(request: HttpRequest) -> HttpResponse:
    """List the teams that the person leads, and the polls for the person or their wards."""
    persons = own_persons(actor=actor_of(request))
    asked = [(one, answer_page(one, persons)) for one in questions_for(persons)]
    context = {"section": "desk", "teams": teams_led_by(persons[:1]), "asked": asked}
    return render(request, "tournaments/site/desk/own_teams.html", context)
