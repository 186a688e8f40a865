"""Rounds at the desk: propose, check, change by hand, publish, enter results, close."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.audit.services import undo_entry
from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import let_keep
from club.core.requests import OK, UNPROCESSABLE, actor_of, key_in
from club.jobs.selectors import latest_job
from club.live.selectors import followed
from tournaments.core.errors import RoundNotDraft
from tournaments.core.hooks import merged, on_round_page
from tournaments.core.scopes import of_pairing, of_round, of_section
from tournaments.core.services.locks import section_scope
from tournaments.entries.selectors.check_ins import arrivals
from tournaments.events.selectors.planned_rounds import is_last_round
from tournaments.events.selectors.sections import entries_of, open_games, rounds_of
from tournaments.events.systems import has_nights
from tournaments.models import Pairing, Round, RoundState, Section
from tournaments.results.pages.board_marks import marks_context
from tournaments.results.pages.boards import BoardLine, board_lines, key_texts, some_lines
from tournaments.results.selectors.results import boards_changed
from tournaments.rounds.checks import CheckedRound, checked_round
from tournaments.rounds.errors import IllegalPairing, NothingToUndo
from tournaments.rounds.pages.checker import checker_panel, points_in, swap_forecast
from tournaments.rounds.pages.desk_late import late_lines
from tournaments.rounds.pages.knockout_pages import tied_boards
from tournaments.rounds.pages.manual_pairing import unplaced_players
from tournaments.rounds.pages.published import published_context, to_published
from tournaments.rounds.pages.reasons import about_round, names_at, swap_text
from tournaments.rounds.selectors.publication import Publication, last_swap, publication_with
from tournaments.rounds.services import pairings as by_hand
from tournaments.rounds.services import rounds as service
from tournaments.rounds.services.large_rounds import key_before, propose_soon
from tournaments.standings.selectors.grids import grid_now, progress_lines
from tournaments.standings.selectors.old_scores import paired_on_old_scores
from tournaments.standings.selectors.snapshots import is_provisional, snapshot_in_force

SWAPPED = 2  # players


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def section(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the current round, or the way to the first."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    latest = row.round_rows.order_by("-number").first()
    if latest is not None:
        return redirect("tournaments:desk_round", latest.pk)
    found = {
        "rounds": [],
        "players": entries_of(row).count(),
        "found": arrivals(row),
        "is_season": has_nights(row),
    }
    context = _context(request, row) | found
    return render(request, "tournaments/rounds/desk/no_round.html", context)


def _context(request: HttpRequest, row: Section) -> dict[str, Any]:
    actor = actor_of(request)
    return {
        "section": "desk",
        "one": row,
        "may_run": may(actor, Capability.RUN_EVENTS, section_scope(row)),
        "may_record": may(actor, Capability.RECORD_RESULTS, section_scope(row)),
        "may_correct": may(actor, Capability.CORRECT_RESULTS, section_scope(row)),
        "may_undo": may(actor, Capability.UNDO, Scope(row.event.organisation_id)),
        "tab": "rounds",
    }


@require_safe
@needs(Capability.SEE_DESK, scope=of_round)
def round_page(request: HttpRequest, round_id: int) -> HttpResponse:
    """One round: a draft to change, a published one to fill in."""
    row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
    live = followed(f"section:{row.section_id}")
    is_part = "HX-Request" in request.headers
    after = key_in(request.GET.get("after", ""))
    changed = boards_changed(row, live["channel"], after=after) if is_part else None
    checked = checked_round(row) if row.state == RoundState.DRAFT and changed is None else None
    lines = board_lines(row, points_in(checked)) if changed is None else some_lines(row, changed)
    later = set(row.section.round_rows.filter(number__gt=row.number).values_list("state", flat=True))
    context = _context(request, row.section) | {
        "round": row,
        # What a closed round counts is corrected with a reason: a key has none, and would be refused.
        "takes_keys": row.state == RoundState.PUBLISHED and RoundState.CLOSED not in later,
        "only_missing": request.GET.get("missing") == "1" and row.state == RoundState.PUBLISHED,
        "lines": lines,
        "keys": key_texts(row.section),
        **live,
        "later": bool(later),
        **marks_context(row, lines),
        **merged(on_round_page(row, [line.pairing for line in lines])),
    }
    context["open_games"] = open_games(row) if row.state == RoundState.PUBLISHED else 0
    if changed is not None:
        answer = render(request, "tournaments/rounds/desk/_round_news.html", context | {"is_news": True})
        answer["HX-Reswap"] = "none"
        return answer
    context |= {
        "rounds": list(rounds_of(row.section)),
        "is_last": not context["later"] and is_last_round(row.section, row.number),
        "about_round": about_round(row, names_at(lines)),
        "old_scores": paired_on_old_scores(row),
        "late": late_lines(row) if context["may_run"] else [],
        **published_context(request, row),
        **tied_boards(row, lines),
        **(_draft_context(row, lines, checked, may_undo=context["may_undo"]) if checked else {}),
    }
    if is_part:
        return render(request, "tournaments/rounds/desk/_round.html", context)
    answer = render(request, "tournaments/rounds/desk/round.html", context)
    is_entered = row.state == RoundState.PUBLISHED and context["may_record"]
    return let_keep(request, answer) if is_entered else answer


def _draft_context(
    row: Round, lines: list[BoardLine], checked: CheckedRound, *, may_undo: bool
) -> dict[str, Any]:
    """Return the extra context of a round that is not public yet."""
    return {
        "checker": checker_panel(row, [line.pairing for line in lines], checked),
        "last_swap": swap_text(row) if may_undo else "",
        "unplaced": unplaced_players(row, lines),
        "publication": _publication(row, lines),
    }


def _publication(row: Round, lines: list[BoardLine]) -> Publication:
    """Return the preview of a publication."""
    points = {line.first.pk: line.first_points for line in lines}
    points |= {line.second.pk: line.second_points for line in lines if line.second}
    return publication_with(row, [line.pairing for line in lines], points)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def propose(request: HttpRequest, section_id: int) -> HttpResponse:
    """Pair the next round as a draft; for a large field in the background, unless requested now."""
    way = service.propose_round if request.POST.get("now") == "1" else propose_soon
    with Refusals(request):
        row = way(section_id=section_id, actor=actor_of(request))
        if row is None:
            return redirect("tournaments:desk_proposal", section_id)
        return redirect("tournaments:desk_round", row.pk)
    return redirect("tournaments:desk_section", section_id)


@require_safe
@never_cache
@needs(Capability.SEE_DESK, scope=of_section)
def proposal(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the progress of pairing a round: redirect to the draft, or show the error."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    job = latest_job(key_begins=key_before(section_id))
    if job is None or not job.is_waiting:
        if job is not None and job.has_failed:
            messages.error(request, job.error)
        way = reverse("tournaments:desk_section", args=[section_id])
        if "HX-Request" in request.headers:
            return HttpResponse(headers={"HX-Redirect": way})
        return redirect(way)
    context = _context(request, row) | {"job": job, "number": job.arguments["round"]}
    part = "HX-Request" in request.headers
    return render(request, f"tournaments/rounds/desk/{'_proposal' if part else 'proposal'}.html", context)


def _version(request: HttpRequest) -> int:
    return key_in(request.POST.get("version", ""))


def show_event_in(request: HttpRequest) -> bool | None:
    """Return the decision about a hidden event; None if there is none."""
    return {"1": True, "0": False}.get(request.POST.get("show_event", ""))


ACTS: dict[str, Callable[..., Any]] = {
    "publish": lambda row, request, **who: service.publish_round(
        round_id=row.pk,
        version=_version(request),
        reason=request.POST.get("reason", "")[:500],
        show_event=show_event_in(request),
        **who,
    ),
    "unpublish": lambda row, _request, **who: service.unpublish_round(round_id=row.pk, **who),
    "close": lambda row, request, **who: service.close_round(
        round_id=row.pk, reason=request.POST.get("reason", "")[:500], **who
    ),
    "reopen": lambda row, _request, **who: service.reopen_round(round_id=row.pk, **who),
    "delete": lambda row, _request, **who: service.delete_round(round_id=row.pk, **who),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def act(request: HttpRequest, round_id: int, act: str) -> HttpResponse:
    """Act on a round: publish, unpublish, close, reopen, delete."""
    row = get_object_or_404(Round, pk=round_id)
    if act not in ACTS:
        raise Http404(act)
    with Refusals(request):
        ACTS[act](row, request, actor=actor_of(request))
        if act == "delete":
            return redirect("tournaments:desk_section", row.section_id)
        if act == "publish":
            return to_published(round_id)
    return redirect("tournaments:desk_round", round_id)


def _draft_again(request: HttpRequest, round_id: int, *, is_done: bool) -> HttpResponse:
    """Show a draft after a change; htmx gets the boards by the redirect, and a whole page with a refusal."""
    if "HX-Request" in request.headers and not is_done:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return redirect("tournaments:desk_round", round_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def swap(request: HttpRequest, round_id: int) -> HttpResponse:
    """Swap two players of a draft, or act on the board that a button of the table names."""
    for name in BOARD_ACTS:
        if name in request.POST:
            pairing = get_object_or_404(Pairing, pk=key_in(request.POST[name]), round=round_id)
            return _act_on_board(request, pairing, name)
    first, second = _two(request.POST.getlist("player"))
    is_done = False
    with Refusals(request):
        by_hand.swap_players(
            round_id=round_id,
            first_id=first,
            second_id=second,
            version=_version(request),
            actor=actor_of(request),
        )
        is_done = True
    return _draft_again(request, round_id, is_done=is_done)


@require_POST
@needs(Capability.UNDO, scope=of_round)
def undo_swap(request: HttpRequest, round_id: int) -> HttpResponse:
    """Undo the last swap of a draft."""
    row = get_object_or_404(Round, pk=round_id)
    entry, is_done = last_swap(row), False
    with Refusals(request):
        if entry is None:
            raise NothingToUndo
        undo_entry(entry_id=entry.pk, actor=actor_of(request))
        is_done = True
    return _draft_again(request, round_id, is_done=is_done)


def _two(given: list[str]) -> tuple[int, int]:
    first, second = (*filter(None, map(key_in, given)), 0, 0)[:2]
    return first, second


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_round)
def forecast(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the checker's forecast of a swap in progress."""
    row = get_object_or_404(Round.objects.select_related("section"), pk=round_id)
    keys = _two(request.GET.getlist("player"))
    found = row.section.entries.in_bulk(keys)
    context: dict[str, Any] = {}
    if row.state != RoundState.DRAFT:
        context["refusal"] = refusal_text(RoundNotDraft(round=row.number, state=row.state))
    elif len(found) < SWAPPED:
        context["refusal"] = refusal_text(IllegalPairing(why="not_two_players"))
    else:
        context["forecast"] = swap_forecast(row, *(found[key] for key in keys))
    status = UNPROCESSABLE if "refusal" in context else OK
    return render(request, "tournaments/rounds/desk/_forecast.html", context, status=status)


BOARD_ACTS: dict[str, Callable[..., Any]] = {
    "turn": by_hand.turn_colours,
    "apart": by_hand.dissolve_board,
    "lock": lambda **facts: by_hand.lock_board(is_locked=True, **facts),
    "unlock": lambda **facts: by_hand.lock_board(is_locked=False, **facts),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_pairing)
def board_act(request: HttpRequest, pairing_id: int, act: str) -> HttpResponse:
    """Act on a board of a draft: turn, lock, unlock, take apart."""
    pairing = get_object_or_404(Pairing, pk=pairing_id)
    if act not in BOARD_ACTS:
        raise Http404(act)
    return _act_on_board(request, pairing, act)


def _act_on_board(request: HttpRequest, pairing: Pairing, act: str) -> HttpResponse:
    is_done = False
    with Refusals(request):
        BOARD_ACTS[act](
            round_id=pairing.round_id,
            pairing_id=pairing.pk,
            version=_version(request),
            actor=actor_of(request),
        )
        is_done = True
    return _draft_again(request, pairing.round_id, is_done=is_done)


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def standings(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the current standings, without drafts; with `show=progress` the scores round by round."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    grid = grid_now(row)
    table = grid.table
    context = _context(request, row) | {"table": table, "tab": "standings"}
    context["rounds"] = list(rounds_of(row))
    snapshot = snapshot_in_force(row)
    context |= {"in_force": snapshot, "is_provisional": is_provisional(row)}
    context["is_final"] = snapshot is not None and is_last_round(row, snapshot.round_number)
    context["progress"] = progress_lines(grid) if request.GET.get("show") == "progress" else []
    return render(request, "tournaments/rounds/desk/standings.html", context)
