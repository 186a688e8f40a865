"""Pages of a team's captain on a phone: matches, availability, the line-up, the results."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.errors import ClubError
from club.core.limits import count, too_many
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public
from club.core.requests import actor_of, speak_unless_chosen
from club.jobs.pages.mails import told_of_mail
from tournaments.core.league_rules import league_rules
from tournaments.core.pages.event_times import zone_of
from tournaments.leagues.captain_links import captain_of
from tournaments.leagues.errors import LineUpShort, NoFixture, NoLineUp, UnknownCaptain, UnknownPoll
from tournaments.leagues.match_words import Said, said_of
from tournaments.leagues.pages.captain_forms import line_up_in, said_in, with_places_sent
from tournaments.leagues.selectors.fixtures import (
    BoardOfMatch,
    FixtureLine,
    asked_of,
    boards_of_match,
    fixture_line,
    fixture_lines,
    line_up_of,
    places_of,
    poll_of,
)
from tournaments.leagues.services.handed_line_ups import hand_in_line_up, take_line_up_back
from tournaments.leagues.services.match_reports import take_report_back, tell_results
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
    context = _shared(captain, secret) | {
        "coming": sorted(coming, key=lambda line: (line.begins_at is None, line.begins_at)),
        "over": [line for line in lines if line.is_in],
    }
    with timezone.override(zone_of(captain.entry.section.event)):
        return render(request, "tournaments/leagues/phone/captain.html", context)


@require_safe
@never_cache
@public
def match(request: HttpRequest, secret: str, pairing_id: int) -> HttpResponse:
    """Show one match: availability, the line-up, the results."""
    captain = _captain(request, secret)
    return _match_page(request, captain, secret, _line_of(captain, pairing_id))


Act = Callable[[HttpRequest, Captain, str, FixtureLine], str]


def _ask(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    site = request.build_absolute_uri("/").rstrip("/")
    open_poll(**_facts(request, captain, secret, line), site=site)
    return told_of_mail(_("The squad is asked."))


def _remind(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    remind_squad(poll_id=_poll_id(line, captain), secret=secret, actor=actor_of(request))
    return told_of_mail(_("Those who have not answered are reminded."))


def _close(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    close_poll(poll_id=_poll_id(line, captain), secret=secret, actor=actor_of(request))
    return _("The poll is closed.")


def _hand_in(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    members, reserves = line_up_in(request.POST)
    if not members:
        raise NoLineUp(team=captain.entry.name)
    boards = captain.entry.section.games_per_pairing
    if len(members) < boards and request.POST.get("short") != "1":
        raise LineUpShort(team=captain.entry.name, players=len(members), boards=boards)
    hand_in_line_up(**_facts(request, captain, secret, line), members=members, reserves=reserves)
    return _("The line-up is in.")


def _take_line_up(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    take_line_up_back(**_facts(request, captain, secret, line))
    return _("The line-up is taken back.")


def _tell(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    tell_results(**_facts(request, captain, secret, line), said=said_in(request.POST))
    return _("Told.")


def _take_report(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> str:
    take_report_back(**_facts(request, captain, secret, line))
    return _("Taken back.")


ACTS: Final[dict[str, Act]] = {
    "ask": _ask,
    "remind": _remind,
    "close": _close,
    "line-up": _hand_in,
    "take-line-up": _take_line_up,
    "results": _tell,
    "take-results": _take_report,
}


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
    line = _line_of(captain, pairing_id)
    try:
        messages.success(request, ACTS[act](request, captain, secret, line))
    except ClubError as error:
        answer = _match_page(
            request, captain, secret, _line_of(captain, pairing_id), refusal=refusal_text(error), error=error
        )
        answer.status_code = error.status
        return answer
    return redirect("tournaments:captain_match", secret, pairing_id)


@require_POST
@never_cache
@public
def ask_all(request: HttpRequest, secret: str) -> HttpResponse:
    """Poll the squad about every future match."""
    captain = _captain(request, secret)
    for line in fixture_lines(captain.entry.section, of_team=captain.entry):
        if not line.is_in and not has_begun(line.fixture):
            _ask(request, captain, secret, line)
    messages.success(request, told_of_mail(_("The squad is asked.")))
    return redirect("tournaments:captain", secret)


def _captain(request: HttpRequest, secret: str) -> Captain:
    captain = captain_of(secret)
    if captain is None:
        raise UnknownCaptain
    speak_unless_chosen(request, captain.language or captain.entry.section.event.language)
    return captain


def _line_of(captain: Captain, pairing_id: int) -> FixtureLine:
    line = fixture_line(pairing_id)
    if line is None or captain.entry_id not in {line.home.pk, line.guests.pk}:
        raise NoFixture
    return line


def _facts(request: HttpRequest, captain: Captain, secret: str, line: FixtureLine) -> dict[str, Any]:
    return {
        "pairing_id": line.fixture.pairing_id,
        "entry_id": captain.entry_id,
        "secret": secret,
        "actor": actor_of(request),
    }


def _poll_id(line: FixtureLine, captain: Captain) -> int:
    found = line.fixture.polls.filter(entry=captain.entry_id).values_list("pk", flat=True).first()
    if found is None:
        raise UnknownPoll
    return found


def _shared(captain: Captain, secret: str) -> dict[str, Any]:
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
    *,
    refusal: RefusalText | None = None,
    error: ClubError | None = None,
) -> HttpResponse:
    entry, fixture = captain.entry, line.fixture
    rules = league_rules(entry.section)
    squad = squad_on(fixture, entry)
    poll = poll_of(fixture, entry, squad)
    own = line_up_of(fixture, entry)
    other = line.guests if line.home.pk == entry.pk else line.home
    said = said_in(request.POST)
    boards = [
        _board(one, line, entry) | ({"chosen": said[one.number]} if one.number in said else {})
        for one in boards_of_match(fixture)
    ]
    rows = with_places_sent(asked_of(poll, own, squad), request.POST, boards=len(boards))
    context = _shared(captain, secret) | {
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
        "refusal": refusal,
        "is_short": isinstance(error, LineUpShort),
    }
    with timezone.override(zone_of(entry.section.event)):
        return render(request, "tournaments/leagues/phone/captain_match.html", context)


def _board(board: BoardOfMatch, line: FixtureLine, entry: Entry) -> dict[str, Any]:
    """Return a board from the view of one team's captain."""
    is_home = line.home.pk == entry.pk
    mine, theirs = board.said_by_first, board.said_by_second
    if not is_home:
        mine, theirs = theirs, mine
    words = {one.value: str(one.label) for one in Said}
    said = said_of(mine, board.number)
    heard = said_of(theirs, board.number)
    stands = said_of(board.outcome, board.number)
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
        "keys": ((1, Said.FIRST.value), (2, Said.DRAW.value), (3, Said.SECOND.value)),
        "others": [
            (one.value, words[one.value])
            for one in (Said.ADJOURNED, Said.FIRST_FORFEIT, Said.SECOND_FORFEIT, Said.BOTH_FORFEIT)
        ],
    }
