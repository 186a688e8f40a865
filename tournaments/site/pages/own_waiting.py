"""Open tasks of players, captains and directors (ladders, leagues, nights), and where they play or lead."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.core.actor import Actor
from club.core.pages.desk import OwnPlace, Waiting
from club.members.selectors.own_record import own_persons
from club.models import Person
from tournaments.ladders.selectors import challenges_of_persons, places_of_persons
from tournaments.leagues.captain_links import answer_secret
from tournaments.leagues.selectors.fixtures import OpenQuestion, questions_for, teams_led_by
from tournaments.leagues.selectors.league_waiting import (
    WaitedFor,
    leagues_waiting,
    matches_waiting,
    nights_on,
)
from tournaments.models import ChallengeState


def challenges_waiting(actor: Actor) -> Iterator[Waiting]:
    """List challenges that wait for an answer or a game of the visitor or a ward."""
    mine = {one.pk for one in own_persons(actor=actor)}
    for row in challenges_of_persons(mine) if mine else ():
        is_asked = row.state == ChallengeState.MADE and row.challenged_id in mine
        if row.state == ChallengeState.MADE and not is_asked:
            continue
        told = _("%(challenger)s challenges %(challenged)s.") if is_asked else _("%(both)s are to play.")
        facts = {
            "challenger": row.challenger.name,
            "challenged": row.challenged.name,
            "both": str(row),
        }
        where = reverse("tournaments:ladder", args=[row.ladder.organisation.slug, row.ladder_id])
        yield Waiting(f"{row.ladder.name}: {told % facts}", where, _("Open the ladder"))


def places_of_mine(actor: Actor) -> Iterator[OwnPlace]:
    """List the visitor's or wards' ladders, the teams they lead, and a page with their polls."""
    mine = own_persons(actor=actor)
    if not mine:
        return
    for row in places_of_persons(mine):
        told = _("place %(place)s") % {"place": row.place}
        detail = told if row.person_id == mine[0].pk else f"{row.person.name}, {told}"
        where = reverse("tournaments:ladder", args=[row.ladder.organisation.slug, row.ladder_id])
        yield OwnPlace(row.ladder.name, detail, where)
    for team, secret in teams_led_by(mine[:1]):
        yield OwnPlace(team.name, str(team.section), reverse("tournaments:captain", args=[secret]))
    if questions_for(mine):
        yield OwnPlace(_("My teams"), _("Can I play?"), reverse("tournaments:own_teams"))


def matches_in_wait(actor: Actor) -> Iterator[Waiting]:
    """List open tasks of team captains, and matches with a poll for the visitor or a ward."""
    mine = own_persons(actor=actor)
    if mine:
        yield from _captains_waiting(mine)
        yield from _questions_waiting(mine)


def _captains_waiting(mine: list[Person]) -> Iterator[Waiting]:
    words = {
        WaitedFor.LINE_UP: (_("the line-up is not handed in."), _("Hand in the line-up")),
        WaitedFor.RESULTS: (_("the results are not told."), _("Tell the results")),
        WaitedFor.CONFIRM: (_("the other captain has told the results."), _("Look at the results")),
    }
    for wait in matches_waiting(teams_led_by(mine[:1]), now=timezone.now()):
        text, act = words[wait.what]
        where = reverse("tournaments:captain_match", args=[wait.team.secret, wait.fixture.pairing_id])
        yield Waiting(f"{wait.fixture}: {text}", where, act)


def _questions_waiting(mine: list[Person]) -> Iterator[Waiting]:
    for one in questions_for(mine):
        if not one.answer:
            told = _("can %(name)s play in %(match)s?")
            text = told % {"name": one.member.name, "match": one.poll.fixture}
            yield Waiting(f"{one.poll.entry.name}: {text}", answer_page(one, mine), _("Answer"))


def leagues_in_wait(actor: Actor) -> Iterator[Waiting]:
    """List leagues with matches that lack a result or a new date."""
    for section, untold, undated in leagues_waiting(actor, now=timezone.now()):
        texts = []
        if untold:
            told = ngettext(
                "%(count)s match is played and not told.",
                "%(count)s matches are played and not told.",
                untold,
            )
            texts.append(told % {"count": untold})
        if undated:
            told = ngettext(
                "%(count)s match is put off without a day.",
                "%(count)s matches are put off without a day.",
                undated,
            )
            texts.append(told % {"count": undated})
        where = reverse("tournaments:desk_league", args=[section.pk])
        yield Waiting(f"{section}: {' '.join(texts)}", where, _("Open the league"))


def nights_in_wait(actor: Actor) -> Iterator[Waiting]:
    """List club nights in progress."""
    for night in nights_on(actor):
        day = date_format(night.held_on, "DATE_FORMAT")
        text = _("the club night of %(day)s is on.") % {"day": day}
        where = reverse("tournaments:desk_check_in", args=[night.section_id])
        yield Waiting(f"{night.section}: {text}", where, _("Open the club night"))


def answer_page(one: OpenQuestion, mine: list[Person]) -> str:
    """Return the page for an answer, for the visitor or for a ward."""
    own = mine[0].pk
    secret = answer_secret(one.poll, one.member.pk, 0 if one.member.person_id == own else own)
    return reverse("tournaments:available", args=[secret])
