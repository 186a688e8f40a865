"""Public pages of a player: the figures, all events, all games with moves, and games against an opponent."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.core.pages.responses import page_of
from club.core.requests import parse_number, speak_unless_chosen
from club.live.published import published
from club.models import Person
from tournaments.events.selectors.event_lists import calendar_version
from tournaments.players.pages.rating_figures import ratings_of
from tournaments.players.selectors.events import entries_of, event_lines
from tournaments.players.selectors.games import game_lines, seats_of
from tournaments.players.selectors.head_to_head import opponents_found, public_head_to_head
from tournaments.players.selectors.records import (
    PersonRecord,
    best_wins,
    identity_of,
    person_record,
    public_cases,
    replayable,
)
from tournaments.players.selectors.visibility import public_person

OPPONENTS_SHOWN, OPENINGS_SHOWN = 50, 25
SUGGESTED: Final = 300
EVENTS_SHOWN, EVENTS_A_PAGE = 8, 25
GAMES_SHOWN, GAMES_A_PAGE = 8, 50


def _player_page(name: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Declare a public page of a player; a merged person redirects to the page of the surviving one."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @require_safe
        @public
        @published(version=calendar_version, parameters=("against",))
        @wraps(view)
        def page(request: HttpRequest, person_id: int) -> HttpResponse:
            person = public_person(person_id)
            if person is None:
                raise Http404
            if person.pk != person_id:
                return redirect(name, person.pk)
            assert person.organisation is not None  # noqa: S101 - `public_person` has checked it
            speak_unless_chosen(request, person.organisation.language)
            return view(request, person)

        return page

    return decorate


def _context(person: Person, record: PersonRecord) -> dict[str, Any]:
    return {
        "section": "events",
        "person": person,
        "club": person.organisation,
        "identity": identity_of(person),
        "record": record,
        "suggested": [one.heading for one in record.opponents if one.person is not None][:SUGGESTED],
    }


@_player_page("tournaments:person")
def player(request: HttpRequest, person: Person) -> HttpResponse:
    """A person's figures; `?against=` leads to the games against an opponent, by id or by name."""
    record = person_record(person)
    against = request.GET.get("against", "").strip()
    found = opponents_found(record.opponents, against)
    number = parse_number(against) if against.isdecimal() else None
    if number is not None or len(found) == 1:
        return redirect("tournaments:against", person.pk, number if number is not None else found[0].person)
    lists, chart = ratings_of(person)
    entries = entries_of(record.seats)
    events = list(entries[: EVENTS_SHOWN + 1])
    best, moves = best_wins(record), replayable(record)
    lines = game_lines([*best, *moves[:GAMES_SHOWN]])
    context = _context(person, record) | {
        "against": against,
        "found": found[:OPPONENTS_SHOWN],
        "lists": lists,
        "chart": chart,
        "opponents": record.opponents[:OPPONENTS_SHOWN],
        "openings": record.openings[:OPENINGS_SHOWN],
        "best": lines[: len(best)],
        "events": event_lines(events[:EVENTS_SHOWN], person),
        "has_more_events": len(events) > EVENTS_SHOWN,
        "games": lines[len(best) :],
        "has_more_games": len(moves) > GAMES_SHOWN,
        "cases": public_cases(person),
    }
    return render(request, "tournaments/players/player.html", context)


@_player_page("tournaments:person_events")
def player_events(request: HttpRequest, person: Person) -> HttpResponse:
    """All events of a person, by pages."""
    page = page_of(request, entries_of(seats_of(person)), EVENTS_A_PAGE)
    context = {
        "section": "events",
        "person": person,
        "club": person.organisation,
        "page": page,
        "events": event_lines(list(page.object_list), person),
    }
    return render(request, "tournaments/players/player_events.html", context)


@_player_page("tournaments:person_games")
def player_games(request: HttpRequest, person: Person) -> HttpResponse:
    """All games of a person with moves to replay, by pages."""
    page = page_of(request, replayable(person_record(person)), GAMES_A_PAGE)
    context = {
        "section": "events",
        "person": person,
        "club": person.organisation,
        "page": page,
        "games": game_lines(page.object_list),
    }
    return render(request, "tournaments/players/player_games.html", context)


@require_safe
@public
@published(version=calendar_version)
def against(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Public games of two players against each other."""
    told = public_head_to_head(person_id=person_id, other_id=other_id)
    if told is None:
        raise Http404
    if (told.one.pk, told.other.pk) != (person_id, other_id):
        return redirect("tournaments:against", told.one.pk, told.other.pk)
    page = page_of(request, told.games, GAMES_A_PAGE)
    context = _context(told.one, told.record) | {
        "told": told,
        "page": page,
        "games": game_lines(page.object_list),
    }
    return render(request, "tournaments/players/against.html", context)
