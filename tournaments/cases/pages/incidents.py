"""An incident in a few taps: board, player, incident, proposal of the law book, confirmation."""

import secrets
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import may
from club.core.actor import VISITOR, Actor
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import Submission, submit
from club.core.requests import actor_of, key_in
from games.judging.messages import incident_name
from games.laws.incidents import INCIDENTS
from tournaments.cases.errors import RulingReachesBack
from tournaments.cases.incident_details import NEEDED, details_of
from tournaments.cases.incident_groups import kind_groups, offered_kinds
from tournaments.cases.models.ruling import CONSEQUENCES
from tournaments.cases.pages.incident_boards import (
    IncidentBoard,
    Seat,
    SeatedGame,
    boards_for_incidents,
    players_without_board,
)
from tournaments.cases.pages.incident_facts import CitedArticle, cited_articles, incident_facts, opened_part
from tournaments.cases.selectors.case_proposals import (
    articles_in,
    choices_of,
    proposed_for,
    rule_for,
    ruling_in_force,
)
from tournaments.cases.selectors.incidents import used_incidents
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import UNRULED, side_in_game
from tournaments.cases.services.incidents import FilingResult, IncidentForm, advice_of, file_incident
from tournaments.cases.services.rulings import RulingDecision, decision_of_ruling, with_penalty
from tournaments.conduct import Consequence, Proposed
from tournaments.conduct.regulations import MAX_AMOUNT
from tournaments.core.scopes import filing_scope
from tournaments.core.services.locks import case_scope, event_scope
from tournaments.events.consequence_messages import choice_name, consequence_name, proposal_sentence
from tournaments.events.regulation_messages import ready_reasons, sanction_of, source_name
from tournaments.events.selectors.sections import regulations_of
from tournaments.models import Case, CaseOrigin, CaseState, Event, Outcome, Pairing, RoundState
from tournaments.results.errors import WrongBoard
from tournaments.results.outcome_names import outcome_of_players

MAX_KEY_LENGTH: Final = 64
MAX_MINUTES: Final = 24 * 60
MAX_DETAIL_LENGTH: Final = 80
SIDES: Final = ("white", "black")
DETAIL_NAMES: Final = ("square", "toward", "move", "minutes", "about")
RESULTS: Final = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.BOTH_LOST)


class Selection(NamedTuple):
    """Progress of an account through the steps."""

    board: IncidentBoard | None = None
    game: SeatedGame | None = None
    player: Seat | None = None
    side: str = ""
    incident: str = ""

    @property
    def step(self) -> str:
        """Return the current step."""
        if self.board is None or self.game is None:
            return "board"
        if self.player is None:
            return "player"
        return "proposal" if self.incident else "kind"


class DetailField(NamedTuple):
    """A detail of an incident as a form field."""

    name: str
    label: str
    value: str
    is_asked: bool
    is_needed: bool


class ProposedConsequence(NamedTuple):
    """Consequence that the law book asks for, as the page shows it."""

    proposed: Proposed
    consequence: str
    name: str
    sentence: str
    articles: list[CitedArticle]
    source: str  # the law book with its edition, or the event's regulations
    reasons: tuple[str, ...]  # ready-made, for another decision


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def incident(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the steps up to the one in the address; posting confirms the last one."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    sent = submit(request, None, lambda: _file(request, event, actor_of(request)))
    if request.headers.get("Accept") == "application/json" and request.method == "POST":
        return _answer_script(event, sent)
    return redirect(_address(event, sent.result)) if sent.is_done else _page(request, event, sent)


@require_safe
@never_cache
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def filed(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show the outcome of a case just filed, and the next steps."""
    rows = Case.objects.select_related(
        "event",
        "section__event",
        "pairing__round__section__event",
        "pairing__white",
        "pairing__black",
        "entry",
    ).defer("pairing__round__reasons")
    case = get_object_or_404(rows, event=event_id, number=number)
    actor, scope = actor_of(request), case_scope(case)
    if not may(actor, Capability.CORRECT_RESULTS, scope):
        return redirect("tournaments:calls", event_id)
    ruling, advised = ruling_in_force(case), advice_of(case)
    context: dict[str, Any] = {
        "event": case.event,
        "case": case,
        "what": incident_name(case.incident) if case.incident in INCIDENTS else "",
        "ruling": ruling,
        "consequence": sanction_of(ruling) if ruling else "",
        "advised": consequence_name(advised.consequence) if advised else "",
        "result": outcome_of_players(case.pairing, case.game, ruling.outcome)
        if ruling and ruling.outcome and case.pairing
        else "",
        "choices": [(one, choice_name(one)) for one in choices_of(ruling)],
        "chosen": choice_name(ruling.choice.choice) if ruling and hasattr(ruling, "choice") else "",
        "may_rule": may(actor, Capability.RULE_ON_CASES, scope),
        "is_open": case.state in UNRULED,
        "may_see_desk": may(actor, Capability.SEE_DESK, scope),
        "again": resume_address(case),
        "is_known": request.GET.get("known") == "1",
    }
    return render(request, "tournaments/cases/phone/incident_done.html", context)


def resume_address(case: Case) -> str:
    """Return the address of the steps with the values of a case; a case without a board has its own page.

    A call names a board and no game: the steps begin with the current game.
    """
    is_call = case.state == CaseState.CALLED
    if case.pairing_id is None and not is_call:
        return reverse("tournaments:desk_case", args=[case.pk])
    chosen: dict[str, object] = {"case": case.number, "board": case.pairing_id}
    chosen |= {} if is_call else {"game": case.game, "player": case.entry_id, "incident": case.incident}
    told = "&".join(f"{name}={value}" for name, value in chosen.items() if value)
    return f"{reverse('tournaments:incident', args=[case.event_id])}?{told}"


def opener_name(case: Case) -> str:
    """Return who opened a case: the named player for a call, else the phone of the board."""
    if case.origin == CaseOrigin.BOARD and case.claimant is not None:
        return case.claimant.name
    if case.reported_by != VISITOR.label:
        return case.reported_by
    if case.origin == CaseOrigin.DISPUTE:
        return _("the two players")
    return _("the phone of board %(board)s") % {"board": case.board_number or ""}


# ---- the page ----


def _page(request: HttpRequest, event: Event, sent: Submission) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    actor = actor_of(request)
    case = _case(event, asked, actor)
    pairing_id = key_in(asked.get("board", "")) or (case.pairing_id if case else None)
    boards = boards_for_incidents(event, actor, also=pairing_id)
    numbered = key_in(asked.get("number", ""))
    shown = [one for one in boards if not numbered or one.pairing.board_number == numbered]
    if numbered and len(shown) == 1:
        pairing_id = shown[0].pairing.pk
    chosen = _parse_selection(boards, pairing_id, asked)
    late = asked.get("minutes") or (case.details.get("minutes", "") if case else "")
    told = None if chosen.step != "proposal" else _propose(event, case, chosen, late)
    given = _form_values(asked, case, told, is_new=request.method != "POST")
    context: dict[str, Any] = {
        "event": event,
        "case": case,
        "is_settled": case is not None and case.state not in UNRULED,
        "caller": opener_name(case) if case is not None and case.state == CaseState.CALLED else "",
        "boards": shown if shown or numbered else boards,
        "number": numbered or "",
        "chosen": chosen,
        "step": chosen.step,
        "seats": _seats(chosen),
        "groups": kind_groups(used_incidents(event), offered_kinds(_games(boards, chosen))),
        "what": incident_name(chosen.incident) if chosen.incident else "",
        "told": told,
        "given": given,
        "consequences": CONSEQUENCES,
        "may_rule": chosen.board.may_rule if chosen.board else _may_rule_any(boards),
        "results": RESULTS,
        "opened": opened_part(chosen.incident),
        "details": _fields(chosen.incident, given),
        "asks_reason": _asks_reason(given, told, sent.error) if told else False,
        "was": chosen.game.outcome if chosen.game and not (case and case.state not in UNRULED) else "",
        "key": given.get("key") or secrets.token_urlsafe(24),
        "refusal": sent.refusal,
        "reaches_back": isinstance(sent.error, RulingReachesBack),
        "facts": incident_facts(event, boards, case),
        "has_others": case is None and players_without_board(event, actor).exists(),
        "may_see_desk": may(actor, Capability.SEE_DESK, event_scope(event)),
    }
    return render(request, "tournaments/cases/phone/incident.html", context, status=sent.status)


def _case(event: Event, asked: Any, actor: Actor) -> Case | None:
    """Return the requested case if the account deals with cases."""
    rows = event.cases.select_related("event", "section__event", "pairing__round__section__event", "claimant")
    case = rows.filter(number=key_in(asked.get("case", ""))).first()
    return case if case is not None and may(actor, Capability.CORRECT_RESULTS, case_scope(case)) else None


def _may_rule_any(boards: list[IncidentBoard]) -> bool:
    return any(board.may_rule for board in boards)


def _parse_selection(boards: list[IncidentBoard], pairing_id: int | None, asked: Any) -> Selection:
    board = next((one for one in boards if one.pairing.pk == pairing_id), None)
    if board is None:
        return Selection()
    number = key_in(asked.get("game", "")) or board.game_on
    game = next((one for one in board.games if one.number == number), board.games[-1])
    entry = key_in(asked.get("player", ""))
    side = next((side for side in SIDES if getattr(game, side).entry_id == entry), "")
    code = asked.get("incident", "")
    player = getattr(game, side) if side else None
    return Selection(board, game, player, side, code if code in INCIDENTS else "")


def _games(boards: list[IncidentBoard], chosen: Selection) -> set[str]:
    """Return the variant of the chosen board, or all variants: the phone draws the kinds of one."""
    at = boards if chosen.board is None else [chosen.board]
    return {one.pairing.round.section.variant for one in at}


def _seats(chosen: Selection) -> list[SeatedGame]:
    """Return the games with players to tap: all boards of a match, else the current game."""
    if chosen.board is None or chosen.game is None:
        return []
    return list(chosen.board.games) if chosen.board.pairing.round.section.is_team else [chosen.game]


def _asks_reason(given: dict[str, Any], told: ProposedConsequence, refusal: ClubError | None) -> bool:
    """True if the reason field is open: the rules leave the decision open, or ask for another one."""
    chosen = given.get("consequence", "")
    return bool(refusal or given.get("reason")) or (chosen or None) != told.proposed.consequence


def _propose(event: Event, case: Case | None, chosen: Selection, late: str) -> ProposedConsequence:
    assert chosen.board is not None  # noqa: S101 - guaranteed by the step
    assert chosen.game is not None  # noqa: S101
    assert chosen.player is not None  # noqa: S101
    pairing = chosen.board.pairing
    player = pairing.white if chosen.player.entry_id == pairing.white_id else pairing.black
    asked = Case(
        pk=case.pk if case else None,
        event=event,
        section=pairing.round.section,
        pairing=pairing,
        game=chosen.game.number,
        entry=player,
        side=chosen.side,
        incident=chosen.incident,
        details={"minutes": late},
    )
    return proposed_consequence(asked, is_anew=case is not None and case.state not in UNRULED)


def proposed_consequence(case: Case, *, is_anew: bool = False) -> ProposedConsequence:
    """Return the consequence that law book or event regulations ask for in a case, filed or not."""
    proposed, book, rule = proposed_for(case), articles_in(case.section, case.event), rule_for(case)
    source = f"{book.name}, {book.edition}"
    if rule is not None:
        source = source_name(regulations_of(case.event))
    return ProposedConsequence(
        proposed,
        proposed.consequence or "",
        consequence_name(proposed.consequence or ""),
        proposal_sentence(proposed),
        cited_articles(book, proposed),
        source,
        ready_reasons(rule, is_anew=is_anew),
    )


def _fields(code: str, given: dict[str, Any]) -> list[DetailField]:
    """Return a field for every detail; those of other incidents are hidden."""
    asked = {one.name: one for one in details_of(code)}
    return [
        DetailField(
            name,
            str(asked[name].label) if name in asked else "",
            given.get(name, ""),
            name in asked,
            (code, name) in NEEDED,
        )
        for name in DETAIL_NAMES
    ]


def _form_values(
    asked: Any, case: Case | None, told: ProposedConsequence | None, *, is_new: bool
) -> dict[str, Any]:
    """Return the values of the form: as sent, as a case was filed, or as the law book asks."""
    if not is_new:
        return dict(asked.items())
    given: dict[str, Any] = {"consequence": told.consequence if told else ""}
    if told is not None and told.proposed.amount:
        name = "penalty" if told.proposed.consequence is Consequence.TIME_PENALTY else "points"
        given[name] = told.proposed.amount
    if told is not None and told.proposed.is_forfeit:
        given["forfeit"] = "1"
    if case is None:
        return given
    given["version"] = "" if case.state == CaseState.CALLED else case.version
    if case.state == CaseState.CALLED:
        return given
    ruling = ruling_in_force(case)
    decided = decision_of_ruling(ruling) if ruling else advice_of(case)
    if decided is not None:
        named = ("move_recalled", "move_replaced", "reason", "points", "outcome", "decision")
        given |= {name: getattr(decided, name) or "" for name in named}
        if ruling is None:
            given["consequence"] = decided.consequence
    return given | {name: value for name, value in case.details.items() if name in DETAIL_NAMES}


# ---- confirming ----


def _address(event: Event, done: FilingResult) -> str:
    address = reverse("tournaments:incident_filed", args=[event.pk, done.case.number])
    return f"{address}?known=1" if done.is_known else address


def _answer_script(event: Event, sent: Submission) -> JsonResponse:
    if sent.refusal is not None:
        asks = isinstance(sent.error, RulingReachesBack)
        return JsonResponse({"refusal": " ".join(sent.refusal), "asks_to_confirm": asks}, status=sent.status)
    done: FilingResult = sent.result
    consequence = consequence_name(done.ruling.consequence) if done.ruling else _("waiting for the arbiter")
    return JsonResponse(
        {
            "refusal": "",
            "number": done.case.number,
            "told": consequence,
            "address": _address(event, done),
            "is_known": done.is_known,
        }
    )


def _file(request: HttpRequest, event: Event, actor: Actor) -> FilingResult:
    asked = request.POST
    pairing = (
        Pairing.objects.filter(pk=key_in(asked.get("board", "")), round__section__event=event)
        .exclude(round__state=RoundState.DRAFT)
        .first()
    )
    entry_id = key_in(asked.get("player", ""))
    if pairing is None or entry_id not in {pairing.white_id, pairing.black_id}:
        raise WrongBoard(board=asked.get("board_number", "")[:9])
    game = key_in(asked.get("game", "")) or 1
    case = event.cases.filter(number=key_in(asked.get("case", ""))).first()
    side = side_in_game(pairing, entry_id, game).key
    code = asked.get("incident", "")[:40]
    form = IncidentForm(
        about=About(pairing.pk, game, entry_id),
        incident=code,
        decided=parse_decision(asked, side, code),
        key=asked.get("key", "")[:MAX_KEY_LENGTH],
        case_id=case.pk if case else None,
        version=key_in(asked.get("version", "")) or None,
        told=parse_details(asked, code),
    )
    return file_incident(event_id=event.pk, form=form, actor=actor)


def parse_decision(asked: Any, side: str, code: str) -> RulingDecision | None:
    """Return the decision of a form; None if it is left to the arbiter."""
    consequence = asked.get("consequence", "")[:20]
    if not consequence:
        return None
    outcome = asked.get("outcome", "")
    seconds = _seconds(asked.get("clock", "")) if code == "time_corrected" else 0
    decided = RulingDecision(
        consequence=consequence,
        incident=code,
        points=min(key_in(asked.get("points", "")), 999),
        outcome=outcome if outcome in RESULTS else "",
        is_forfeit=asked.get("forfeit") == "1",
        move_recalled=asked.get("move_recalled", "")[:40],
        move_replaced=asked.get("move_replaced", "")[:40],
        seconds_white=seconds if side == "white" else 0,
        seconds_black=seconds if side == "black" else 0,
        reason=parse_reason(asked),
        was=asked.get("was", "") or None,
        keeps_loss=asked.get("keeps_loss") == "1",
        confirms_effects=asked.get("confirms_effects") == "1",
    )
    minutes = min(key_in(asked.get("penalty", "")), MAX_AMOUNT)
    is_timed = consequence == Consequence.TIME_PENALTY and minutes and side
    return with_penalty(decided, side, minutes) if is_timed else decided


def parse_reason(asked: Any) -> str:
    """Return the reason of a form: a ready-made one, the typed text, or both."""
    given = (asked.get("ready", "").strip(), asked.get("reason", "").strip())
    return " ".join(part for part in given if part)[:2000]


def parse_details(asked: Any, code: str) -> dict[str, Any]:
    """Return the details that an incident asks for, and the note for the arbiters."""
    details = {one.name: asked.get(one.name, "")[:MAX_DETAIL_LENGTH] for one in details_of(code)}
    details = {name: value for name, value in details.items() if value.strip()}
    told: dict[str, Any] = {"details": details} if details else {}
    if asked.get("note", "").strip():
        told["private_text"] = asked["note"].strip()[:4000]
    return told


def _seconds(text: str) -> int:
    """Convert minutes to seconds, negative ones included."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    minutes = key_in(text.removeprefix("-")) * (-1 if text.startswith("-") else 1)
    return 60 * max(-MAX_MINUTES, min(MAX_MINUTES, minutes))
