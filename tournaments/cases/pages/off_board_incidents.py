"""An incident of a player without a board: with a bye, or in the hall before and after the games."""

import secrets
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import NOTHING_SENT, Submission, submit
from club.core.requests import actor_of, key_in
from games.judging.messages import incident_name
from games.laws.incidents import BEHAVIOUR, OTHER
from tournaments.cases.errors import RulingReachesBack
from tournaments.cases.incident_details import NEEDED, details_of
from tournaments.cases.models.ruling import CONSEQUENCES
from tournaments.cases.pages.incident_boards import players_without_board
from tournaments.cases.pages.incidents import (
    MAX_KEY_LENGTH,
    parse_decision,
    parse_details,
    proposed_consequence,
)
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.conduct import Consequence
from tournaments.core.scopes import filing_scope
from tournaments.core.services.locks import section_scope
from tournaments.models import Case, Entry, Event

KINDS: Final = (*BEHAVIOUR, OTHER)
OF_A_GAME: Final = {
    *(Consequence.GAME_LOST, Consequence.BOTH_LOST, Consequence.OPPONENT_CHOOSES, Consequence.TIME_PENALTY)
}
POSSIBLE: Final = [(value, label) for value, label in CONSEQUENCES if value not in OF_A_GAME]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def off_board_incident(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the form: player by name, incident, proposal of the law book; posting confirms."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    asked = request.POST if request.method == "POST" else request.GET
    players = players_without_board(event, actor_of(request))
    player = players.filter(pk=key_in(asked.get("player", ""))).first()
    code = asked.get("incident", "")
    code = code if player is not None and code in KINDS else ""
    if player is None or not code:
        return _page(request, event, player, code)
    sent = submit(request, None, lambda: _file_and_redirect(request, event, player, code))
    return sent.result if sent.is_done else _page(request, event, player, code, sent)


def _file_and_redirect(request: HttpRequest, event: Event, player: Entry, code: str) -> HttpResponse:
    form = IncidentForm(
        about=About(entry_id=player.pk),
        incident=code,
        decided=parse_decision(request.POST, "", code),
        key=request.POST.get("key", "")[:MAX_KEY_LENGTH],
        told=parse_details(request.POST, code),
    )
    done = file_incident(event_id=event.pk, form=form, actor=actor_of(request))
    return redirect("tournaments:incident_filed", event.pk, done.case.number)


def _page(
    request: HttpRequest, event: Event, player: Entry | None, code: str, sent: Submission = NOTHING_SENT
) -> HttpResponse:
    actor, given = actor_of(request), dict(request.POST.items())
    context: dict[str, Any] = {
        "event": event,
        "player": player,
        "players": [] if player else list(players_without_board(event, actor)),
        "kinds": [(one, incident_name(one)) for one in KINDS],
        "incident": code,
        "what": incident_name(code) if code else "",
        "refusal": sent.refusal,
        "reaches_back": isinstance(sent.error, RulingReachesBack),
        "given": given,
    }
    if player is not None and code:
        asked = Case(event=event, section=player.section, entry=player, incident=code)
        told = proposed_consequence(asked)
        context |= {
            "told": told,
            "consequences": POSSIBLE,
            "chosen": given.get("consequence", told.consequence),
            "asks_reason": sent.error is not None,
            "details": [
                (one.name, one.label, given.get(one.name, ""), (code, one.name) in NEEDED)
                for one in details_of(code)
            ],
            "may_rule": may(actor, Capability.RULE_ON_CASES, section_scope(player.section)),
            "key": given.get("key") or secrets.token_urlsafe(24),
        }
    return render(request, "tournaments/cases/phone/incident_apart.html", context, status=sent.status)
