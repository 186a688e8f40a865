"""Rulings: made once, applied to game, entry and standings in one transaction, and only superseded."""

from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from club.core.capabilities import Capability
from games.laws import LawBook
from games.laws.incidents import INCIDENTS
from tournaments.cases.errors import (
    CaseSettled,
    ClaimDiffersNeedsReason,
    DeviationNeedsReason,
    GraveNeedsReason,
    KeyUsed,
    LossKept,
    NoChoice,
    NoPointsHere,
    NotRuled,
    RulingNeedsGame,
    RulingNeedsMinutes,
    RulingNeedsPlayer,
    RulingNeedsPoints,
    SupersedingNeedsReason,
    UnknownChoice,
    UnknownConsequence,
    UnknownIncident,
    WithTheCommittee,
)
from tournaments.cases.incident_details import filter_details
from tournaments.cases.selectors.case_games import result_of
from tournaments.cases.selectors.case_proposals import choices_of, proposed_for, ruling_in_force
from tournaments.cases.services.case_locks import Place, locked_for, require_version
from tournaments.cases.services.case_log import case_facts, log_case
from tournaments.cases.services.cases import UNRULED, refresh_side, require_result_settled
from tournaments.cases.services.ruling_effects import (
    apply_ruling,
    losses_of,
    reason_of,
    result_before,
    undo_ruling,
    update_standings_for_deductions,
)
from tournaments.cases.services.ruling_reach import require_reach_confirmed
from tournaments.conduct import Consequence, Proposed, cited, deviates
from tournaments.conduct.regulation_presets import quoted_rules
from tournaments.core.services.event_log import key_of
from tournaments.events.selectors.sections import law_book_of, regulations_of
from tournaments.models import Case, CaseState, OpponentChoice, Outcome, Ruling, RulingOrigin
from tournaments.records.services.ruling_records import note_rulings_of_case
from tournaments.results.services.results import require_round_open
from tournaments.standings.selectors.system_standings import has_own_ranking

LAPSED = "lapsed"
FOR_A_PLAYER = frozenset(Consequence) - {Consequence.NONE, Consequence.BOTH_LOST}
LOSES_A_GAME = frozenset({Consequence.GAME_LOST, Consequence.BOTH_LOST})
FOR_A_GAME = LOSES_A_GAME | {Consequence.TIME_PENALTY}
TAKES_THE_GAME = LOSES_A_GAME | {Consequence.EXCLUDED}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDecision:
    """The arbiter's decision. Without articles it is by those that the law book names.

    `outcome` is a result that the ruling sets with or without a consequence, such as a draw correctly
    claimed. `is_forfeit`: the game was never begun, so that a lost game is a forfeit. `points` are deducted
    in the section's own unit, in the final table alone; the seconds of a time penalty are the opponent's.
    Where the event's regulations name points or minutes, they need not be given. `was` is the result that the
    arbiter saw; if another one is there by now and the ruling sets one, PublishedResult names it.
    `keeps_loss` confirms that a ruling which takes no game leaves lost what the one before it made lost;
    without an outcome it leaves the result from before that ruling. `confirms_effects` confirms that the
    ruling changes scores by which standings were published or later boards paired.
    """

    consequence: str
    incident: str = ""
    points: int = 0
    outcome: str = ""
    is_forfeit: bool = False
    move_recalled: str = ""
    move_replaced: str = ""
    seconds_white: int = 0
    seconds_black: int = 0
    articles: tuple[str, ...] = field(default=())
    claim_decision: str = ""
    decision: str = ""
    reason: str = ""
    was: str | None = None
    keeps_loss: bool = False
    confirms_effects: bool = False


@transaction.atomic
def rule_on_case(
    *,
    case_id: int,
    decided: RulingDecision,
    actor: Actor,
    version: int | None = None,
    key: str = "",
    held: Place | None = None,
) -> Ruling:
    """Make the first ruling on a case, and apply its effects on the game and the standings.

    Idempotent by `key`. `held` is a place that the caller has locked. Raises CaseChanged, CaseSettled,
    KeyUsed, and the errors of entering a result. Raises DeviationNeedsReason if the law book asks for another
    consequence, and RulingReachesBack if the ruling changes the basis of published standings or later
    pairings without confirmation.
    """
    case = locked_for(case_id, actor, Capability.RULE_ON_CASES, held=held)
    known = _find_ruling_by_key(case, decided, actor, key)
    if known is not None:
        return known
    require_version(case, version)
    return first_ruling(case, decided, actor, key=key)


def first_ruling(case: Case, decided: RulingDecision, actor: Actor, *, key: str = "") -> Ruling:
    """Make the first ruling on a case. Callers lock it, check permission and look the key up."""
    if case.state not in UNRULED:
        raise CaseSettled(number=case.number, state=case.state)
    with _check_reach(case, decided, None):
        return _create_ruling(case, decided, actor, RulingOrigin.ARBITER, None, key=key)


def _check_reach(case: Case, decided: RulingDecision, old: Ruling | None) -> AbstractContextManager[None]:
    return require_reach_confirmed(
        case,
        consequence=decided.consequence,
        outcome=decided.outcome,
        old=old,
        is_confirmed=decided.confirms_effects,
    )


@transaction.atomic
def supersede_ruling(
    *, case_id: int, decided: RulingDecision, actor: Actor, version: int | None = None, key: str = ""
) -> Ruling:
    """Supersede a ruling: undo the effects of the one in force, apply the new one. The old row is unchanged.

    Idempotent by `key`. Raises NotRuled, WithTheCommittee if it is appealed or decided on appeal,
    SupersedingNeedsReason, and RulingReachesBack as a first ruling does. Raises LossKept if the game would
    stay lost without a sanction and without confirmation. Raises EffectGone or EffectBuiltOn if the result it
    set was changed since, by an account or by another ruling.
    """
    case = locked_for(case_id, actor, Capability.RULE_ON_CASES)
    known = _find_ruling_by_key(case, decided, actor, key)
    if known is not None:
        return known
    require_version(case, version)
    return superseding_ruling(case, decided, actor, key=key)


def superseding_ruling(case: Case, decided: RulingDecision, actor: Actor, *, key: str = "") -> Ruling:
    """Supersede the ruling on a case as an arbiter. Callers do as for `first_ruling`."""
    if case.state in {CaseState.APPEALED, CaseState.DECIDED}:
        raise WithTheCommittee(number=case.number)
    return create_superseding_ruling(case, decided, actor, RulingOrigin.ARBITER, key=key)


def create_superseding_ruling(
    case: Case, decided: RulingDecision, actor: Actor, origin: RulingOrigin, *, key: str = ""
) -> Ruling:
    """Create a ruling that supersedes the one in force. Callers lock the case and check permission."""
    old = ruling_in_force(case)
    if old is None:
        raise NotRuled(number=case.number)
    if not decided.reason.strip():
        raise SupersedingNeedsReason
    _require_loss_confirmed(old, case, decided)
    with _check_reach(case, decided, old):
        undo_ruling(old, case, actor)
        ruling = _create_ruling(case, decided, actor, origin, old, key=key)
        _require_result_in_closed_round(case)
        return ruling


def _require_result_in_closed_round(case: Case) -> None:
    """Refuse to leave a game of a closed round without the result that the earlier ruling set."""
    result = result_of(case)
    if result is not None and result.outcome == Outcome.PENDING and case.pairing is not None:
        result.pairing = case.pairing
        require_round_open(result)


def _require_loss_confirmed(old: Ruling, case: Case, decided: RulingDecision) -> None:
    """Refuse an unconfirmed loss left over from the earlier ruling, by a ruling that takes no game."""
    losses = losses_of(case)
    is_left_over = {old.outcome, decided.outcome} <= losses and result_before(old) not in losses
    if is_left_over and decided.consequence not in TAKES_THE_GAME and not decided.keeps_loss:
        raise LossKept(number=old.number)


@transaction.atomic
def choose_as_opponent(
    *, case_id: int, choice: str, actor: Actor, version: int | None = None
) -> OpponentChoice:
    """Record the opponent's choice, or that the next move was made before it (`lapsed`)."""
    case = locked_for(case_id, actor, version=version)
    ruling = ruling_in_force(case)
    choices = choices_of(ruling)
    if ruling is None or not choices or case.opponent is None or hasattr(ruling, "choice"):
        raise NoChoice(number=case.number)
    if choice not in {*choices, LAPSED}:
        raise UnknownChoice(choice=choice, choices=[*choices, LAPSED])
    before = case_facts(case)
    chosen = OpponentChoice(
        ruling=ruling, chooser=case.opponent, choice=choice, recorded_by=actor.label[:200]
    )
    chosen.save(force_insert=True)
    case.version += 1
    case.save(update_fields=["version"])
    after = case_facts(case) | {"choice": choice, "opponent": case.opponent.name}
    log_case("tournaments.ruling.chosen", case, actor, before=before, after=after)
    note_rulings_of_case(case.pairing, case.game, actor)
    return chosen


def _create_ruling(
    case: Case,
    decided: RulingDecision,
    actor: Actor,
    origin: RulingOrigin,
    old: Ruling | None,
    *,
    key: str = "",
) -> Ruling:
    ruling, decided = _draft_ruling(case, decided, actor, origin, old)
    ruling.key = key or None
    before = case_facts(case)
    case.state = CaseState.RULED if origin == RulingOrigin.ARBITER else CaseState.DECIDED
    case.save(update_fields=["state"])  # before the result: a dispute that it settles ends no ruled case
    ruling.applied = apply_ruling(
        ruling, case, decided.outcome, actor, is_forfeit=decided.is_forfeit, was=decided.was
    )
    require_result_settled(case)
    ruling.outcome = ruling.applied.get("outcome", {}).get("set", "")
    # The key was looked up; the choices of the fields say what the constraints would ask the database.
    ruling.full_clean(
        exclude=["case", "supersedes", "entry"], validate_unique=False, validate_constraints=False
    )
    ruling.save(force_insert=True)
    update_standings_for_deductions(case, [ruling, old], reason=reason_of(case, ruling.articles))
    _close_case(case, ruling)
    action = "tournaments.ruling.made" if old is None else "tournaments.ruling.superseded"
    after = case_facts(case) | ruling_facts(ruling)
    log_case(action, case, actor, before=before, after=after, reason=ruling.reason)
    note_rulings_of_case(case.pairing, case.game, actor)
    return ruling


def _draft_ruling(
    case: Case, decided: RulingDecision, actor: Actor, origin: RulingOrigin, old: Ruling | None
) -> tuple[Ruling, RulingDecision]:
    """Return the unsaved ruling and the decision completed from the proposal; refuse what is not allowed."""
    incident, consequence = _validate_codes(case, decided)
    refresh_side(case)
    proposed = proposed_for(case, incident=incident)
    decided = complete_decision(decided, case, proposed)
    validate_decision(case, consequence, decided, proposed)
    _require_reason_against_engine(case, decided)
    book = law_book_of(case.section)
    articles = _articles(decided, book, proposed, old)
    ruling = Ruling(
        case=case,
        number=1 if old is None else old.number + 1,
        origin=origin,
        supersedes=old,
        entry=case.entry,
        incident=incident,
        consequence=consequence.value,
        points=decided.points if consequence is Consequence.POINTS_DEDUCTED else 0,
        move_recalled=decided.move_recalled.strip(),
        move_replaced=decided.move_replaced.strip(),
        seconds_white=decided.seconds_white,
        seconds_black=decided.seconds_black,
        law_book=book.key,
        edition=book.edition,
        articles=list(articles),
        regulations=quoted_rules(regulations_of(case.event), articles),
        claim_decision=decided.claim_decision,
        claim_answer=case.claim_answer,
        decision=decided.decision.strip(),
        reason=decided.reason.strip(),
        proposed=proposed._asdict(),
        ruled_by=actor.label[:200],
        ruled_key=key_of(actor),
        ruled_at=timezone.now(),
    )
    return ruling, decided


def _close_case(case: Case, ruling: Ruling) -> None:
    """Give the case the incident that was ruled on, and its end."""
    case.incident, case.closed_at = ruling.incident, ruling.ruled_at
    case.details = filter_details(ruling.incident, case.details)
    case.version += 1
    case.save()


def ruling_with_key(key: str) -> Ruling | None:
    """Return the ruling of a form that was sent before."""
    return Ruling.objects.filter(key=key).select_related("case").first() if key else None


def _find_ruling_by_key(case: Case, decided: RulingDecision, actor: Actor, key: str) -> Ruling | None:
    """Return the ruling that a form has made already. Raises KeyUsed if another form used the key."""
    known = ruling_with_key(key)
    if known is None:
        return None
    told = (known.case_id, known.consequence, known.ruled_key)
    if told != (case.pk, decided.consequence, key_of(actor)):
        raise KeyUsed(number=known.case.number)
    return known


def ruling_facts(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in the form of the audit log."""
    return {
        "ruling": ruling.number,
        "consequence": ruling.consequence,
        "articles": ", ".join(ruling.articles),
        "law_book": ruling.law_book,
        "outcome": ruling.outcome,
        "points": ruling.points,
        "entry": ruling.entry_id,
    }


def decision_of_ruling(ruling: Ruling) -> RulingDecision:
    """Return a ruling as the form that would make it, as a basis for another one.

    Its result is dropped, so that the game is as before the ruling; the draw of an upheld claim is preserved.
    """
    names = set(asdict(RulingDecision(consequence="none"))) - {
        *("is_forfeit", "articles", "was", "keeps_loss", "confirms_effects")
    }
    again = RulingDecision(**{name: getattr(ruling, name) for name in names}, articles=tuple(ruling.articles))
    is_claimed = ruling.claim_decision == "upheld" and ruling.outcome == Outcome.DRAW
    return again if is_claimed else replace(again, outcome="")


def complete_decision(decided: RulingDecision, case: Case, proposed: Proposed) -> RulingDecision:
    """Add values from the event's regulations to a sanction: minutes, points, a game that never began."""
    if proposed.consequence is None or decided.consequence != proposed.consequence:
        return decided
    told = replace(decided, is_forfeit=decided.is_forfeit or proposed.is_forfeit)
    if decided.consequence == Consequence.POINTS_DEDUCTED:
        return replace(told, points=decided.points or proposed.amount)
    is_timed = decided.consequence == Consequence.TIME_PENALTY
    if not is_timed or decided.seconds_white or decided.seconds_black or not case.side:
        return told
    return with_penalty(told, case.side, proposed.amount)


def with_penalty(decided: RulingDecision, side: str, minutes: int) -> RulingDecision:
    """Add the minutes of a time penalty to the clock of the opponent of a side."""
    seconds = 60 * minutes
    if side == "white":
        return replace(decided, seconds_black=seconds)
    return replace(decided, seconds_white=seconds)


def validate_decision(
    case: Case, consequence: Consequence, decided: RulingDecision, proposed: Proposed
) -> None:
    """Refuse a missing player, game or number of points, and a deviation without a reason."""
    if consequence in FOR_A_PLAYER and case.entry is None:
        raise RulingNeedsPlayer(consequence=consequence.value)
    if (consequence in FOR_A_GAME or decided.outcome) and case.pairing is None:
        raise RulingNeedsGame(consequence=consequence.value)
    if consequence is Consequence.POINTS_DEDUCTED and decided.points < 1:
        raise RulingNeedsPoints
    if consequence is Consequence.TIME_PENALTY and not (decided.seconds_white or decided.seconds_black):
        raise RulingNeedsMinutes
    if decided.points and case.section is not None and has_own_ranking(case.section):
        raise NoPointsHere(section=case.section.name)
    wanted = proposed.consequence
    if deviates(consequence, wanted) and not decided.reason.strip():
        refusal = DeviationNeedsReason if wanted else GraveNeedsReason
        raise refusal(
            proposed=wanted.value if wanted else "", consequence=consequence.value, article=proposed.article
        )


def _require_reason_against_engine(case: Case, decided: RulingDecision) -> None:
    """Require a reason for a decision against the answer of the rules engine; both are stored."""
    word = case.claim_answer.get("word", "")
    agrees = {"right": "upheld", "wrong": "rejected"}.get(word, decided.claim_decision)
    if decided.claim_decision and decided.claim_decision != agrees and not decided.reason.strip():
        raise ClaimDiffersNeedsReason(word=word, decided=decided.claim_decision)


def _validate_codes(case: Case, decided: RulingDecision) -> tuple[str, Consequence]:
    """Return the incident and the consequence of a decision; refuse unknown codes."""
    if decided.consequence not in set(Consequence):
        raise UnknownConsequence(consequence=decided.consequence)
    incident = decided.incident or case.incident
    if incident not in INCIDENTS:
        raise UnknownIncident(incident=incident)
    return incident, Consequence(decided.consequence)


def _articles(
    decided: RulingDecision, book: LawBook, proposed: Proposed, old: Ruling | None
) -> tuple[str, ...]:
    """Return the articles of a ruling: as decided, else by the law book.

    Forms fill in those of the proposal or of the earlier ruling. If they are unchanged and another
    consequence was chosen, they do not fit the ruling.
    """
    asked = [proposed, *_proposed_before(old)]
    filled_in = {cited(book, one, consequence) for one in asked for consequence in Consequence}
    if decided.articles and decided.articles not in filled_in:
        return decided.articles
    return cited(book, proposed, Consequence(decided.consequence))


def _proposed_before(old: Ruling | None) -> list[Proposed]:
    """Return the proposal of the law book at the time of the earlier ruling; empty if it has none."""
    told = Proposed._field_defaults | (old.proposed if old is not None else {})
    if set(Proposed._fields) - set(told):
        return []
    wanted = told["consequence"]
    known = {name: told[name] for name in Proposed._fields}
    known |= {"articles": tuple(told["articles"]), "choices": tuple(told["choices"])}
    return [Proposed(**known | {"consequence": Consequence(wanted) if wanted else None})]
