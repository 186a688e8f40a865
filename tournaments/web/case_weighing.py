"""Is this won? The disputed position weighed for the arbiter, with the counts of the game before it."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.capabilities import Capability
from club.limits import asker_of, count, too_many
from club.web.access import needs
from games.errors import Refusal
from games.laws import judge
from games.messages import told_refusal
from games.rules import Position
from games.selectors.adjudication import asked_adjudication
from tournaments.belonging import of_case
from tournaments.models import Case
from tournaments.record_errors import RecordUnreadable
from tournaments.selectors.case_games import read_record, record_text, result_of, variant_of
from tournaments.selectors.case_proposals import law_book_of
from tournaments.web.case_page import whole_case

MOST, SECONDS = 60, 60  # questions of one arbiter in so many seconds
OK = 200
LONGEST_PLY = 4  # digits


@require_safe
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def weigh(request: HttpRequest, case_id: int) -> HttpResponse:
    """The answer for a position of the case; a request by script gets the answer alone."""
    counted = count("adjudication", asker_of(request), most=MOST, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    row = whole_case(case_id)
    context = {"section": "desk", "case": row, "event": row.event}
    status = OK
    try:
        context["found"] = asked_adjudication(
            variant=variant_of(row).key,
            fen=request.GET.get("fen", "")[:2000] or row.fen,
            law_book=law_book_of(row.section).key,
            game=_game(row, request.GET.get("ply", "")),
        )
    except Refusal as refusal:
        context["refusal"], status = told_refusal(refusal), refusal.status
    is_part = "HX-Request" in request.headers
    name = "games/_adjudication.html" if is_part else "tournaments/desk/case_weighed.html"
    return render(request, name, context, status=status)


def _game(row: Case, ply: str) -> Sequence[Position]:
    """The positions of the case's game up to the one asked about; none where the score does not reach it."""
    if not (ply.isascii() and ply.isdigit() and len(ply) <= LONGEST_PLY):
        return ()
    try:
        record = read_record(record_text(row, result_of(row)))
    except RecordUnreadable:
        return ()
    if record is None:
        return ()
    played = judge(record, law_book_of(row.section), variant=variant_of(row)).replay
    return played.positions[: int(ply) + 1]
