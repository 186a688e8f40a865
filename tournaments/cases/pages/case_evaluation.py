"""Evaluation of the disputed position for the arbiter, with the draw counters of the game before it."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.limits import client_key, count, too_many
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.requests import OK, parse_number
from games.core.errors import Refusal, TooManySearches
from games.judging.selectors.adjudication import public_adjudication
from games.laws import judge
from games.rules import Position
from tournaments.cases.pages.case_page import load_case
from tournaments.cases.selectors.case_games import read_record, record_text, result_of, variant_of
from tournaments.core.scopes import of_case
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import Case
from tournaments.records.errors import RecordUnreadable

MAX_REQUESTS, SECONDS = 60, 60  # questions of one arbiter in so many seconds
MAX_PLY_DIGITS = 4  # digits
ASK_AGAIN: Final = 1  # seconds until a browser asks again for a search that found no place ...
MAX_TRIES: Final = 9  # ... and how often it does so before the arbiter is asked to come back


@require_safe
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def weigh(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show the evaluation of a position of the case; a request by script gets the answer alone."""
    counted = count("adjudication", client_key(request), most=MAX_REQUESTS, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    row = load_case(case_id)
    context: dict[str, Any] = {"section": "desk", "case": row, "event": row.event}
    status, again = OK, ""
    try:
        context["found"] = public_adjudication(
            variant=variant_of(row).key,
            fen=request.GET.get("fen", "")[:2000] or row.fen,
            law_book=law_book_of(row.section).key,
            game=_game(row, request.GET.get("ply", "")),
            waiting_as=client_key(request),
        )
    except Refusal as refusal:
        again = _retry_address(request) if isinstance(refusal, TooManySearches) else ""
        context["refusal"], status = refusal_text(refusal), refusal.status
    context["again"] = {"address": again, "seconds": ASK_AGAIN} if again else None
    is_part = "HX-Request" in request.headers
    name = "games/judging/_adjudication.html" if is_part else "tournaments/cases/desk/case_weighed.html"
    answer = render(request, name, context, status=status)
    if again:
        answer.headers["Retry-After"] = str(ASK_AGAIN)
        if not is_part:  # without a script the page itself asks again
            answer.headers["Refresh"] = f"{ASK_AGAIN}; url={again}"
    return answer


def _retry_address(request: HttpRequest) -> str:
    """Return the address that repeats the question; empty after the maximum of repetitions."""
    asked = request.GET.copy()
    written = asked.get("again", "")
    tries = int(written) if len(written) == 1 and written in "123456789" else 0
    if tries >= MAX_TRIES:
        return ""
    asked["again"] = str(tries + 1)
    return f"{request.path}?{asked.urlencode()}"


def _game(row: Case, ply: str) -> Sequence[Position]:
    """Return the positions of the case's game up to the requested one; empty if the score ends before it."""
    number = parse_number(ply, digits=MAX_PLY_DIGITS)
    if number is None:
        return ()
    try:
        record = read_record(record_text(row, result_of(row)))
    except RecordUnreadable:
        return ()
    if record is None:
        return ()
    played = judge(record, law_book_of(row.section), variant=variant_of(row)).replay
    return played.positions[: number + 1]
