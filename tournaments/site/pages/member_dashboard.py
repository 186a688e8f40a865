"""Open tasks of players, captains and directors (ladders, leagues, nights), and where they play or lead."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.actor import Actor
from club.core.pages.access import any_account
from club.core.pages.desk import DashboardItem, PersonalPlace
from club.core.requests import actor_of
from club.members.selectors.self_service import own_persons
from club.models import Person
from tournaments.evening.selectors import current_entries
from tournaments.ladders.selectors import challenges_of_persons, places_of_persons
from tournaments.leagues.captain_links import answer_secret
from tournaments.leagues.selectors.fixtures import OpenQuestion, questions_for, teams_led_by
from tournaments.leagues.selectors.open_tasks import CaptainTaskKind, captain_tasks, league_tasks, nights_on
from tournaments.models import ChallengeState


def challenge_items(actor: Actor) -> Iterator[DashboardItem]:
    """List challenges that wait for an answer or a game of the visitor or a ward."""
    mine = {one.pk for one in own_persons(actor=actor)}
    for row in challenges_of_persons(mine) if mine else ():
        is_asked = row.state == ChallengeState.MADE and row.challenged_id in mine
        if row.state == ChallengeState.MADE and not is_asked:
            continue
        told = _("%(challenger)s challenges %(challenged)s.") if is_asked else _("%(both)s have to play.")
        facts = {
            "challenger": row.challenger.name,
            "challenged": row.challenged.name,
            "both": str(row),
        }
        where = reverse("tournaments:ladder", args=[row.ladder.organisation.slug, row.ladder_id])
        yield DashboardItem(f"{row.ladder.name}: {told % facts}", where, _("Open the ladder"))


def own_places(actor: Actor) -> Iterator[PersonalPlace]:
    """List the visitor's or wards' evenings and ladders, the teams they lead, and a page with their polls."""
    mine = own_persons(actor=actor)
    if not mine:
        return
    for entry in current_entries(mine):
        where = reverse("tournaments:evening", args=[entry.pk])
        yield PersonalPlace(f"{entry.section.event.name}: {entry.name}", _("My evening"), where)
    for row in places_of_persons(mine):
        told = _("place %(place)s") % {"place": row.place}
        detail = told if row.person_id == mine[0].pk else f"{row.person.name}, {told}"
        where = reverse("tournaments:ladder", args=[row.ladder.organisation.slug, row.ladder_id])
        yield PersonalPlace(row.ladder.name, detail, where)
    for team, secret in teams_led_by(mine[:1]):
        yield PersonalPlace(team.name, str(team.section), reverse("tournaments:captain", args=[secret]))
    if questions_for(mine):
        yield PersonalPlace(_("My teams"), _("Can I play?"), reverse("tournaments:own_teams"))


def match_items(actor: Actor) -> Iterator[DashboardItem]:
    """List open tasks of team captains, and matches with a poll for the visitor or a ward."""
    mine = own_persons(actor=actor)
    if mine:
        yield from _captain_items(mine)
        yield from _poll_items(mine)


def _captain_items(mine: list[Person]) -> Iterator[DashboardItem]:
    words = {
        CaptainTaskKind.LINE_UP: (_("the line-up has not been handed in."), _("Hand in line-up")),
        CaptainTaskKind.RESULTS: (_("the results have not been submitted."), _("Submit results")),
        CaptainTaskKind.CONFIRM: (_("the other captain has submitted the results."), _("View results")),
    }
    for wait in captain_tasks(teams_led_by(mine[:1]), now=timezone.now()):
        text, act = words[wait.what]
        where = reverse("tournaments:captain_match", args=[wait.team.secret, wait.fixture.pairing_id])
        yield DashboardItem(f"{wait.fixture}: {text}", where, act)


def _poll_items(mine: list[Person]) -> Iterator[DashboardItem]:
    for one in questions_for(mine):
        if not one.answer:
            told = _("can %(name)s play in %(match)s?")
            text = told % {"name": one.member.name, "match": one.poll.fixture}
            yield DashboardItem(
                f"{one.poll.entry.name}: {text}", answer_page(one, mine), pgettext("button", "Answer")
            )


def league_items(actor: Actor) -> Iterator[DashboardItem]:
    """List leagues with matches that lack a result or a new date."""
    for section, untold, undated in league_tasks(actor, now=timezone.now()):
        texts = []
        if untold:
            told = ngettext(
                "%(count)s played match has no results yet.",
                "%(count)s played matches have no results yet.",
                untold,
            )
            texts.append(told % {"count": untold})
        if undated:
            told = ngettext(
                "%(count)s match is postponed without a new date.",
                "%(count)s matches are postponed without a new date.",
                undated,
            )
            texts.append(told % {"count": undated})
        where = reverse("tournaments:desk_league", args=[section.pk])
        yield DashboardItem(f"{section}: {' '.join(texts)}", where, _("Open the league"))


def night_items(actor: Actor) -> Iterator[DashboardItem]:
    """List club nights in progress."""
    for night in nights_on(actor):
        day = date_format(night.held_on, "DATE_FORMAT")
        text = _("the club night of %(day)s is running.") % {"day": day}
        where = reverse("tournaments:desk_check_in", args=[night.section_id])
        yield DashboardItem(f"{night.section}: {text}", where, _("Open the club night"))


def answer_page(one: OpenQuestion, mine: list[Person]) -> str:
    """Return the page for an answer, for the visitor or for a ward."""
    own = mine[0].pk
    secret = answer_secret(one.poll, one.member.pk, 0 if one.member.person_id == own else own)
    return reverse("tournaments:available", args=[secret])


@require_safe
@never_cache
@any_account
def own_teams(request: HttpRequest) -> HttpResponse:
    """List the teams that the person leads, and the polls for the person or their wards."""
    persons = own_persons(actor=actor_of(request))
    asked = [(one, answer_page(one, persons)) for one in questions_for(persons)]
    context = {"section": "desk", "teams": teams_led_by(persons[:1]), "asked": asked}
    return render(request, "tournaments/site/desk/own_teams.html", context)
