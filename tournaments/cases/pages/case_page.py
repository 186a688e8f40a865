"""The page of a case: all data and all actions."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import needs
from club.core.requests import OK, UNPROCESSABLE, actor_of, parse_number
from club.live.selectors import followed
from games.judging.messages import incident_name
from games.laws.incidents import INCIDENTS, OTHER
from tournaments.cases.claim_messages import CLAIM_WORDS, answer_sentence
from tournaments.cases.errors import CaseChanged
from tournaments.cases.models.ruling import OPPONENT_CHOICES
from tournaments.cases.pages.case_board import articles_named, case_board, compared_sheets
from tournaments.cases.pages.case_forms import CaseForm, ClaimForm, DecisionForm, PhotoForm, SheetsForm
from tournaments.cases.pages.incidents import opener_name
from tournaments.cases.selectors.case_changes import changes_since, history_of
from tournaments.cases.selectors.case_games import result_of, tie_break_of, variant_of
from tournaments.cases.selectors.case_proposals import (
    articles_in,
    choices_of,
    earlier_rulings,
    proposed_for,
    readings_of,
    rule_for,
    ruling_in_force,
)
from tournaments.cases.selectors.cases import rulings_of
from tournaments.cases.selectors.precedents import similar_to
from tournaments.cases.services.incidents import advice_of
from tournaments.cases.services.rulings import LAPSED, RulingDecision, complete_decision, decision_of_ruling
from tournaments.conduct import DRAWS, INCIDENT_OF, Consequence, Kind, Proposed, Rung, Word
from tournaments.core.scopes import of_case
from tournaments.core.services.locks import case_scope
from tournaments.events.consequence_messages import consequence_name, instruction_sentence
from tournaments.events.regulation_messages import article_name, ready_reasons, rung_name
from tournaments.models import Case, CaseState, Outcome
from tournaments.results.pages.board_marks import DisputeMark, dispute_mark
from tournaments.rounds.pages.checker import names_of

MAX_PLY_DIGITS = 4  # digits
UNDECIDED = "unconfirmed"


@require_safe
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Board, claim, decision, rulings, facts, photos and history of a case."""
    return case_answer(request, load_case(case_id))


def load_case(case_id: int) -> Case:
    """Return a case with all rows that its page shows."""
    rows = Case.objects.select_related(
        *("event__organisation", "section__event", "entry", "opponent", "claimant", "dispute"),
        *("pairing__round__section__event", "pairing__white", "pairing__black"),
    ).defer("pairing__round__reasons")
    return get_object_or_404(rows, pk=case_id)


def case_answer(
    request: HttpRequest,
    row: Case,
    *,
    sent: dict[str, Any] | None = None,
    error: ClubError | None = None,
    at: str = "",
) -> HttpResponse:
    """Render the page of a case; a refused form is shown as it was sent, with its errors."""
    status = OK if not at else error.status if error is not None else UNPROCESSABLE
    context = case_context(request, row) | (sent or {}) | {"refused_at": at, "refusal": _error_text(error)}
    if isinstance(error, CaseChanged):
        context["changed_meanwhile"] = changes_since(row, row.version - int(str(error.facts["changes"])))
    return render(request, "tournaments/cases/desk/case.html", context, status=status)


def _error_text(error: ClubError | None) -> RefusalText | None:
    return None if error is None else refusal_text(error)


def case_context(request: HttpRequest, row: Case) -> dict[str, Any]:
    """Return the template context of the page."""
    actor, scope, book = actor_of(request), case_scope(row), articles_in(row.section, row.event)
    readings = readings_of(row)
    chosen = next((one for one in readings if one.code == request.GET.get("read_as")), None)
    incident = chosen.code if chosen else incident_of(row)
    proposed = proposed_for(row, incident=incident) if incident else None
    result, rulings = result_of(row), list(rulings_of(row))
    cited = [*(rulings[0].articles if rulings else ()), *cited_article_ids(proposed)]
    cited += [article for one in readings for article in cited_article_ids(one)]
    if row.claim_answer.get("article"):
        cited.append(row.claim_answer["article"])
    rule = rule_for(row, incident=incident) if incident else None
    advised = pending_advice(row)
    return {
        "section": "desk",
        "case": row,
        "event": row.event,
        "opener": opener_name(row),
        "book": book,
        "board": case_board(row, result, asked=_parse_ply(request)),
        "weigh_url": reverse("tournaments:desk_case_weigh", args=[row.pk]),
        "result": result,
        "tie_break": tie_break_of(result),
        "disputed": _dispute_mark(row),
        "result_text": str(Outcome(result.outcome).label) if result else "",
        "incident_text": incident_name(row.incident) if row.incident else "",
        "proposed": proposed,
        "proposed_text": _consequence(proposed),
        "proposed_instruction": instruction_sentence(proposed.instruction) if proposed else "",
        "rule": rule,
        "ready_reasons": ready_reasons(rule, is_anew=bool(rulings)),
        "readings": [(one, _consequence(one), cited_article_ids(one)) for one in readings],
        "advised": advised,
        "advised_text": consequence_name(advised.consequence) if advised else "",
        "earlier": earlier_rulings(row, row.entry) if row.entry else [],
        "articles": articles_named(book, cited),
        "precedents": similar_to(row, cited),
        "rulings": [(one, one.is_of_older_edition) for one in rulings],
        "answer": _answer(row),
        "choices": _choices(row),
        "form": CaseForm(row.event, case=row),
        "claim_form": ClaimForm(row),
        "sheets_form": SheetsForm(row),
        "compared": compared_sheets(row, variant_of(row)),
        "photo_form": PhotoForm(),
        "photos": list(row.photos.all()),
        "decision_form": decision_form(row, read_as=chosen.code if chosen else ""),
        "history": history_of(row),
        "may_rule": may(actor, Capability.RULE_ON_CASES, scope),
        "is_open": row.state in {CaseState.CALLED, CaseState.OPEN},
        **followed(f"cases:{row.event_id}"),
    }


def pending_advice(row: Case) -> RulingDecision | None:
    """Return the decision advised by the person who filed the case, if there is no ruling yet."""
    return advice_of(row) if row.state in {CaseState.CALLED, CaseState.OPEN} else None


def incident_of(row: Case) -> str:
    """Return the incident to rule on: the filed one, else the one that the claim implies."""
    if row.incident:
        return row.incident
    found = row.claim_answer.get("facts", {}).get("incident", "")
    if found in INCIDENTS and row.claim_answer.get("word") == Word.RIGHT:
        return str(found)
    return INCIDENT_OF.get(Kind(row.claim), OTHER) if row.claim else ""


def cited_article_ids(proposed: Proposed | None) -> list[str]:
    """The articles of a proposal that the law book has."""
    if proposed is None:
        return []
    named = (proposed.article, *proposed.articles)
    return [one for one in dict.fromkeys(named) if one != UNDECIDED]


def decision_form(row: Case, data: Mapping[str, Any] | None = None, *, read_as: str = "") -> DecisionForm:
    """Return the form of a decision, filled in with the proposal or with the ruling in force.

    `read_as` is the incident that the arbiter takes the case for, in place of the filed one.
    """
    incident = read_as or incident_of(row)
    initial: dict[str, Any] = {"incident": incident, "key": secrets.token_urlsafe(12)}
    proposed = proposed_for(row, incident=incident) if incident else None
    result, standing = result_of(row), ruling_in_force(row)
    if standing is not None and not read_as:
        again = decision_of_ruling(standing)
        names = (
            *("consequence", "points", "outcome", "move_recalled", "move_replaced", "decision"),
            *("seconds_white", "seconds_black", "claim_decision"),
        )
        initial |= {name: getattr(again, name) for name in names}
        initial["articles"] = ", ".join(map(article_name, again.articles))
    else:
        initial["was"] = result.outcome if result else ""
        wanted = proposed.consequence if proposed else None
        initial["consequence"] = (wanted or Consequence.NONE).value
        initial["articles"] = ", ".join(map(article_name, cited_article_ids(proposed)))
        initial |= _by_regulations(row, proposed)
        initial |= {} if read_as else _by_claim(row) | _advised_values(row)
    return DecisionForm(row, data, initial=initial, standing=standing)


def _by_regulations(row: Case, proposed: Proposed | None) -> dict[str, Any]:
    """Return minutes, points and forfeit from the event's regulations."""
    if proposed is None or not (proposed.amount or proposed.is_forfeit):
        return {}
    told = complete_decision(RulingDecision(consequence=proposed.consequence or ""), row, proposed)
    named = ("points", "seconds_white", "seconds_black", "is_forfeit")
    return {name: getattr(told, name) for name in named if getattr(told, name)}


def _by_claim(row: Case) -> dict[str, Any]:
    """Propose a decision from the answer to a claim: a correct claim of a draw ends the game."""
    word, initial = row.claim_answer.get("word"), dict[str, Any]()
    if word in {Word.RIGHT, Word.WRONG}:
        initial["claim_decision"] = "upheld" if word == Word.RIGHT else "rejected"
    if row.claim and Kind(row.claim) in DRAWS:
        if row.claim_answer.get("article"):
            initial["articles"] = row.claim_answer["article"]
        if word == Word.RIGHT:
            initial |= {"outcome": Outcome.DRAW.value, "consequence": Consequence.NONE.value}
    return initial


def _dispute_mark(row: Case) -> DisputeMark | None:
    """Both versions of the result that the case is about."""
    dispute = getattr(row, "dispute", None)
    return None if dispute is None or row.pairing is None else dispute_mark(row.pairing, dispute, "")


def _advised_values(row: Case) -> dict[str, Any]:
    """Return the decision advised by the person who filed the case."""
    advised = pending_advice(row)
    if advised is None:
        return {}
    named = ("consequence", "points", "outcome", "move_recalled", "move_replaced", "is_forfeit", "decision")
    more = ("seconds_white", "seconds_black", "reason")
    return {name: getattr(advised, name) for name in (*named, *more) if getattr(advised, name)}


def _answer(row: Case) -> dict[str, Any] | None:
    """Return the verdict of the rules engine on the claim, as text."""
    kept = row.claim_answer
    if not kept:
        return None
    numbers = names_of(row.section) if row.section is not None and row.claim == Kind.WRONG_PAIRING else {}
    return {
        "word": kept["word"],
        "word_text": CLAIM_WORDS[kept["word"]],
        "sentence": answer_sentence(kept, numbers, variant=variant_of(row)),
        "plies": kept["plies"] if kept["code"] not in {"limit_reached", "limit_not_reached"} else [],
        "span": kept["plies"] if kept["code"] in {"limit_reached", "limit_not_reached"} else [],
        "move": kept["facts"].get("move", ""),
        "intended": kept["code"] == "stands_with_the_move",
    }


def _choices(row: Case) -> list[tuple[str, str]]:
    """List the opponent's choices, the lapse with the next move last; empty once a choice is made."""
    ruling = ruling_in_force(row)
    offered = choices_of(ruling)
    if ruling is None or not offered or row.opponent is None or hasattr(ruling, "choice"):
        return []
    names = dict(OPPONENT_CHOICES)
    return [(one, str(names[one])) for one in (*offered, LAPSED)]


def _consequence(proposed: Proposed | None) -> str:
    if proposed is None or proposed.consequence is None:
        return ""
    return rung_name(Rung(proposed.consequence, proposed.amount))


def _parse_ply(request: HttpRequest) -> int | None:
    return parse_number(request.GET.get("ply", ""), digits=MAX_PLY_DIGITS)
