"""Live boards at the desk: settings, boards of the rounds in play, and what the judge tells the arbiter."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, parse_number, phone_uri
from club.live.selectors import followed
from club.live.watchers import watchers_of
from tournaments.cases.pages.incidents import resume_address
from tournaments.core.scopes import filing_scope, of_event, of_live_alert, of_live_board, of_round
from tournaments.core.services.locks import event_scope, pairing_scope
from tournaments.events.pages.embed_settings import Frame, frame_of
from tournaments.live_boards.channels import alerts_channel, boards_channel
from tournaments.live_boards.models import MAX_DELAY
from tournaments.live_boards.selectors.alerts import MAX_ALERTS, alert_line, alerts_of_event
from tournaments.live_boards.selectors.boards import LiveView, boards_of_event, views_of
from tournaments.live_boards.selectors.feeds import FeedFault, FeedOffer, faults_of, offers_of
from tournaments.live_boards.services.alerts import dismiss_alert, open_case_of_alert
from tournaments.live_boards.services.boards import open_live_boards, remove_live_board, set_broadcast
from tournaments.live_boards.services.lead_boards import lead_by_rating, mark_lead_board
from tournaments.live_boards.services.standing import let_move_stand
from tournaments.models import (
    AlertState,
    Case,
    ClaimKind,
    Event,
    LiveAlert,
    LiveBoard,
    LiveFeed,
    Round,
    RoundState,
)


class RoundLine(NamedTuple):
    """A round in play with its live boards, and the numbers of boards that are not followed."""

    row: Round
    views: list[LiveView]
    others: list[int]
    feeds: list[LiveFeed]
    faults: list[FeedFault]
    offers: list[FeedOffer]


@require_safe
@never_cache
@needs(Capability.SEE_DESK, scope=of_event)
def desk_live(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the live boards of an event with their settings."""
    event = get_object_or_404(Event.objects.select_related("organisation", "broadcast"), pk=event_id)
    actor, lines = actor_of(request), _round_lines(event)
    context: dict[str, Any] = {
        "section": "desk",
        "event": event,
        "broadcast": getattr(event, "broadcast", None),
        "max_delay": MAX_DELAY,
        "lines": lines,
        "watch_url": phone_uri(request, reverse("tournaments:live", args=[event.slug])),
        "frames": _frames(request, event, lines),
        "watchers": watchers_of(boards_channel(event.pk)),
        "may_run": may(actor, Capability.RUN_EVENTS, event_scope(event)),
        "may_file": may(actor, Capability.CORRECT_RESULTS, event_scope(event)),
        "may_enter": may(actor, Capability.RECORD_RESULTS, event_scope(event)),
    }
    return render(request, "tournaments/live_boards/desk/live.html", context)


def _frames(request: HttpRequest, event: Event, lines: list[RoundLine]) -> list[Frame]:
    """Return the frames for other sites: the grid, and the first board as an example of one."""
    title = f"{event.name}: {_('Live boards')}"
    address = phone_uri(request, reverse("tournaments:live_embed", args=[event.slug]))
    frames = [frame_of("grid", _("All live boards"), address, title)]
    first = next((view for line in lines for view in line.views), None)
    if first is not None:
        address = phone_uri(
            request, reverse("tournaments:live_board_embed", args=[event.slug, first.board.pk])
        )
        label = _("Board %(board)s") % {"board": first.pairing.board_number}
        frames.append(frame_of("board", label, address, f"{event.name}: {label}"))
    return frames


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def alerts(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show what the judge says of the games in play, open alerts first."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    heard = followed(alerts_channel(event.pk))
    rows = list(alerts_of_event(event.pk)[:MAX_ALERTS])
    context = {
        "section": "desk",
        "event": event,
        "open": [alert_line(one) for one in rows if one.state == AlertState.OPEN],
        "closed": [alert_line(one) for one in rows if one.state != AlertState.OPEN],
        **heard,
    }
    return render(request, "tournaments/live_boards/desk/alerts.html", context)


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_live_alert)
def alert_act(request: HttpRequest, alert_id: int, act: str) -> HttpResponse:
    """Open a case of an alert, let its move stand, or dismiss it."""
    event_id = LiveAlert.objects.values_list("board__pairing__round__section__event", flat=True).get(
        pk=alert_id
    )
    with Refusals(request):
        if act == "case":
            case = open_case_of_alert(alert_id=alert_id, actor=actor_of(request))
            return redirect(_ruling_address(case))
        if act == "stand":
            let_move_stand(alert_id=alert_id, actor=actor_of(request))
            messages.success(request, _("The move stands. Spectators see it now."))
            return redirect("tournaments:desk_live_alerts", event_id)
        dismiss_alert(alert_id=alert_id, actor=actor_of(request))
        messages.success(request, _("Alert dismissed."))
    return redirect("tournaments:desk_live_alerts", event_id)


def alerts_in_queue(event: Event, actor: Actor) -> dict[str, Any]:
    """Return the open alerts that the actor may decide, for the arbiter's queue."""
    rows = alerts_of_event(event.pk, only_open=True)[:MAX_ALERTS]
    mine = [one for one in rows if may(actor, Capability.CORRECT_RESULTS, pairing_scope(one.board.pairing))]
    return {"alerts": [alert_line(one) for one in mine]}


def _ruling_address(case: Case) -> str:
    """Return the page on which a case of an alert is ruled on: the steps of the phone for an offence."""
    if case.entry_id is not None and case.claim == ClaimKind.ILLEGAL_MOVE:
        return resume_address(case)
    return reverse("tournaments:desk_case", args=[case.pk])


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def settings(request: HttpRequest, event_id: int) -> HttpResponse:
    """Turn on the live boards of an event, or change their settings."""
    with Refusals(request):
        set_broadcast(
            event_id=event_id,
            actor=actor_of(request),
            delay_minutes=parse_number(request.POST.get("delay_minutes", "")) or 0,
            players_enter="players_enter" in request.POST,
            follows_rounds="follows_rounds" in request.POST,
            shows_proofs="shows_proofs" in request.POST,
        )
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_live", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def open_boards(request: HttpRequest, round_id: int) -> HttpResponse:
    """Open the live boards that were ticked, or all of a round."""
    event_id = Round.objects.values_list("section__event", flat=True).get(pk=round_id)
    ticked = [parse_number(one) or 0 for one in request.POST.getlist("board")]
    with Refusals(request):
        opened = open_live_boards(
            round_id=round_id, actor=actor_of(request), boards=None if "all" in request.POST else ticked
        )
        messages.success(request, _("Live boards opened: %(count)s.") % {"count": len(opened)})
    return redirect("tournaments:desk_live", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_live_board)
def remove_board(request: HttpRequest, board_id: int) -> HttpResponse:
    """Stop following a board."""
    event_id = LiveBoard.objects.values_list("pairing__round__section__event", flat=True).get(pk=board_id)
    with Refusals(request):
        remove_live_board(board_id=board_id, actor=actor_of(request))
        messages.success(request, _("The board is no longer followed."))
    return redirect("tournaments:desk_live", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_live_board)
def lead(request: HttpRequest, board_id: int) -> HttpResponse:
    """Make a board a lead board, or none any more."""
    event_id = LiveBoard.objects.values_list("pairing__round__section__event", flat=True).get(pk=board_id)
    with Refusals(request):
        mark_lead_board(board_id=board_id, is_lead="lead" in request.POST, actor=actor_of(request))
    return redirect("tournaments:desk_live", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_round)
def lead_boards(request: HttpRequest, round_id: int) -> HttpResponse:
    """Choose the lead boards of a round by rating, or none."""
    event_id = Round.objects.values_list("section__event", flat=True).get(pk=round_id)
    count = 0 if "none" in request.POST else parse_number(request.POST.get("count", "")) or 0
    with Refusals(request):
        chosen = lead_by_rating(round_id=round_id, count=count, actor=actor_of(request))
        messages.success(request, _("Lead boards: %(count)s.") % {"count": len(chosen)})
    return redirect("tournaments:desk_live", event_id)


def _round_lines(event: Event) -> list[RoundLine]:
    """Return the published round of each section, with boards that are followed and that are not."""
    # By number, so that no line moves away under the finger that chooses lead boards.
    boards = sorted(boards_of_event(event.pk), key=lambda one: (one.pairing.board_number or 0, one.game))
    views = views_of(boards, is_desk=True)
    rows = Round.objects.filter(section__event=event, state=RoundState.PUBLISHED).select_related("section")
    lines = []
    for row in rows.defer("reasons").order_by("section", "number").prefetch_related("pairings", "live_feeds"):
        mine = [view for view in views if view.pairing.round_id == row.pk]
        known = {view.pairing.board_number for view in mine}
        played = [one.board_number for one in row.pairings.all() if one.black_id and one.board_number]
        others, feeds = sorted(set(played) - known), list(row.live_feeds.all())
        lines.append(RoundLine(row, mine, others, feeds, faults_of(feeds, mine), offers_of(mine)))
    return lines
