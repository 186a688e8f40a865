"""Pages of a team's captain on a phone: matches, availability, the line-up, the results."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.limits import count, too_many
from club.core.pages.access import public
from club.core.pages.refusals import NOTHING_SENT, Submission, submit
from club.core.requests import actor_of, site_of, speak_unless_chosen
from club.jobs.pages.background import with_delivery_note
from tournaments.core.league_rules import league_rules
from tournaments.core.pages.event_times import render_in_zone
from tournaments.leagues.captain_links import captain_of
from tournaments.leagues.errors import LineUpShort, NoLineUp, UnknownCaptain, UnknownPoll
from tournaments.leagues.match_outcomes import TeamOutcome, team_outcome_of
from tournaments.leagues.pages.captain_forms import line_up_in, parse_results, with_places_sent
from tournaments.leagues.selectors.fixtures import (
    BoardOfMatch,
    FixtureLine,
    boards_of_match,
    fixture_lines,
    line_up_of,
    line_with,
    places_of,
    poll_of,
    squad_answers,
)
from tournaments.leagues.services.handed_line_ups import submit_line_up, withdraw_line_up
from tournaments.leagues.services.match_reports import report_results, withdraw_match_report
from tournaments.leagues.services.polls import close_poll, has_begun, open_poll, remind_squad, squad_on
from tournaments.models import Captain, Entry, Outcome, RoundState

POSTS_A_CAPTAIN: Final = 60
SECONDS: Final = 60


@require_safe
@never_cache
@public
def team(request: HttpRequest, secret: str) -> HttpResponse:
    """List the matches of a team, the next one first."""
    captain = _captain(request, secret)
    lines = fixture_lines(captain.entry.section, of_team=captain.entry)
    coming = [line for line in lines if not line.is_in]
    context = _base_context(captain, secret) | {
        "coming": sorted(coming, key=lambda line: (line.begins_at is None, line.begins_at)),
        "over": [line for line in lines if line.is_in],
    }
    event = captain.entry.section.event
    return render_in_zone(event, request, "tournaments/leagues/phone/captain.html", context)


@require_safe
@never_cache
@public
def match(request: HttpRequest, secret: str, pairing_id: int) -> HttpResponse:
    """Show one match: availability, the line-up, the results."""
    captain = _captain(request, secret)
    return _match_page(request, captain, secret, line_with(captain, pairing_id))


class MatchAction(NamedTuple):
    """An action of a captain on a match of the own team, with the arguments of its services."""

    request: HttpRequest
    captain: Captain
    secret: str
    line: FixtureLine

    @property
    def match(self) -> dict[str, Any]:
        """Arguments of the services of a match."""
        return {"pairing_id": self.line.fixture.pairing_id, "entry_id": self.captain.entry_id, **self._who}

    @property
    def poll(self) -> dict[str, Any]:
        """Arguments of the services of the team's poll about the match."""
        found = self.line.fixture.polls.filter(entry=self.captain.entry_id).first()
        if found is None:
            raise UnknownPoll
        return {"poll_id": found.pk, **self._who}

    @property
    def _who(self) -> dict[str, Any]:
        return {"secret": self.secret, "actor": actor_of(self.request)}


def _open_poll(action: MatchAction) -> None:
    open_poll(**action.match, site=site_of(action.request))


def _submit_line_up(action: MatchAction) -> None:
    post, team = action.request.POST, action.captain.entry
    members, reserves = line_up_in(post)
    if not members:
        raise NoLineUp(team=team.name)
    boards = team.section.games_per_pairing
    if len(members) < boards and post.get("short") != "1":
        raise LineUpShort(team=team.name, players=len(members), boards=boards)
    submit_line_up(**action.match, members=members, reserves=reserves)


ACTS: Final[dict[str, tuple[Callable[[MatchAction], object], Any]]] = {
    "ask": (_open_poll, gettext_lazy("Poll opened.")),
    "remind": (lambda action: remind_squad(**action.poll), gettext_lazy("Reminders sent.")),
    "close": (lambda action: close_poll(**action.poll), gettext_lazy("Poll closed.")),
    "line-up": (_submit_line_up, gettext_lazy("Line-up handed in.")),
    "take-line-up": (lambda action: withdraw_line_up(**action.match), gettext_lazy("Line-up withdrawn.")),
    "results": (
        lambda action: report_results(**action.match, said=parse_results(action.request.POST)),
        gettext_lazy("Sent."),
    ),
    "take-results": (
        lambda action: withdraw_match_report(**action.match),
        gettext_lazy("Results withdrawn."),
    ),
}
WITH_MAILS: Final = frozenset({"ask", "remind"})


@require_POST
@never_cache
@public
def act(request: HttpRequest, secret: str, pairing_id: int, act: str) -> HttpResponse:
    """Act for the own team. Idempotent."""
    if act not in ACTS:
        raise Http404(act)
    captain = _captain(request, secret)
    counted = count("captain", str(captain.pk), most=POSTS_A_CAPTAIN, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    line = line_with(captain, pairing_id)
    do, told = ACTS[act]
    sent = submit(request, None, lambda: do(MatchAction(request, captain, secret, line)))
    if not sent.is_done:
        return _match_page(request, captain, secret, line_with(captain, pairing_id), sent)
    messages.success(request, with_delivery_note(str(told)) if act in WITH_MAILS else told)
    return redirect("tournaments:captain_match", secret, pairing_id)


@require_POST
@never_cache
@public
def ask_all(request: HttpRequest, secret: str) -> HttpResponse:
    """Poll the squad about every future match."""
    captain = _captain(request, secret)
    for line in fixture_lines(captain.entry.section, of_team=captain.entry):
        if not line.is_in and not has_begun(line.fixture):
            _open_poll(MatchAction(request, captain, secret, line))
    messages.success(request, with_delivery_note(_("Poll opened.")))
    return redirect("tournaments:captain", secret)


def _captain(request: HttpRequest, secret: str) -> Captain:
    captain = captain_of(secret)
    if captain is None:
        raise UnknownCaptain
    speak_unless_chosen(request, captain.language or captain.entry.section.event.language)
    return captain


def _base_context(captain: Captain, secret: str) -> dict[str, Any]:
    section = captain.entry.section
    return {
        "captain": captain,
        "secret": secret,
        "team": captain.entry,
        "one": section,
        "event": section.event,
    }


def _match_page(
    request: HttpRequest,
    captain: Captain,
    secret: str,
    line: FixtureLine,
    sent: Submission = NOTHING_SENT,
) -> HttpResponse:
    entry, fixture = captain.entry, line.fixture
    rules = league_rules(entry.section)
    squad = squad_on(fixture, entry)
    poll = poll_of(fixture, entry, squad)
    own = line_up_of(fixture, entry)
    other = line.guests if line.home.pk == entry.pk else line.home
    said = parse_results(request.POST)
    boards = [
        _board(one, line, entry) | ({"chosen": said[one.number]} if one.number in said else {})
        for one in boards_of_match(fixture)
    ]
    rows = with_places_sent(squad_answers(poll, own, squad), request.POST, boards=len(boards))
    context = _base_context(captain, secret) | {
        "line": line,
        "fixture": fixture,
        "other": other,
        "is_home": line.home.pk == entry.pk,
        "poll": poll,
        "squad": rows,
        "boards": boards,
        "numbers": range(1, len(boards) + 1),
        "own_line_up": own,
        "own_places": places_of(own),
        "other_is_in": line_up_of(fixture, other) is not None,
        "rules": rules,
        "has_begun": has_begun(fixture),
        "tells_first": has_begun(fixture) or fixture.told_at is not None or fixture.shown_at is not None,
        "may_line_up": not line.has_results and (fixture.shown_at is None or own is None),
        "takes_boards": rules.free_order or rules.rating_tolerance is not None,
        "is_on": fixture.pairing.round.state == RoundState.PUBLISHED,
        "is_open": any(not one["is_in"] for one in boards),
        "has_said": any(one["mine"] and not one["is_in"] for one in boards),
        "answers_first": any(one["theirs"] and not one["is_in"] for one in boards),
        "refusal": sent.refusal,
        "is_short": isinstance(sent.error, LineUpShort),
    }
    template = "tournaments/leagues/phone/captain_match.html"
    return render_in_zone(entry.section.event, request, template, context, sent.status)


def _board(board: BoardOfMatch, line: FixtureLine, entry: Entry) -> dict[str, Any]:
    """Return a board from the view of one team's captain."""
    is_home = line.home.pk == entry.pk
    mine, theirs = board.said_by_first, board.said_by_second
    if not is_home:
        mine, theirs = theirs, mine
    words = {one.value: str(one.label) for one in TeamOutcome}
    said = team_outcome_of(mine, board.number)
    heard = team_outcome_of(theirs, board.number)
    stands = team_outcome_of(board.outcome, board.number)
    is_in = board.outcome not in {Outcome.PENDING, Outcome.ADJOURNED}
    return {
        "number": board.number,
        "first": board.first or line.home.name,
        "second": board.second or line.guests.name,
        "first_is_white": board.first_is_white,
        "is_in": is_in,
        "stands": words.get(stands, ""),
        "mine": words.get(said, ""),
        "theirs": words.get(heard, ""),
        "chosen": said or heard,
        "is_disputed": board.is_disputed,
        "keys": ((1, TeamOutcome.FIRST.value), (2, TeamOutcome.DRAW.value), (3, TeamOutcome.SECOND.value)),
        "others": [
            (one.value, words[one.value])
            for one in (
                TeamOutcome.ADJOURNED,
                TeamOutcome.FIRST_FORFEIT,
                TeamOutcome.SECOND_FORFEIT,
                TeamOutcome.BOTH_FORFEIT,
            )
        ],
    }
