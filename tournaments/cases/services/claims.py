"""Claims of players and the verdict of the rules engine; the arbiter decides in a ruling."""

from typing import Any, NamedTuple

from django.db import transaction

from club.core.actor import Actor
from games.rules import Side
from tournaments.cases.errors import ClaimantNotThere
from tournaments.cases.selectors.case_games import read_record, record_text, result_of, variant_of
from tournaments.cases.services.case_locks import locked_for
from tournaments.cases.services.case_log import case_facts, save_case
from tournaments.cases.services.cases import side_in_game
from tournaments.conduct import (
    Answer,
    Claimed,
    Kind,
    answer_claim,
    answer_flag,
    answer_pairing,
    answer_result,
)
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import Case, ClaimKind, ResultReport, Round
from tournaments.pairing.checking.findings import Finding, Severity
from tournaments.rounds.checks import round_report


class Claim(NamedTuple):
    """A claim: its kind, the claimant, the position, and the move written down."""

    kind: str = ""
    claimant_id: int | None = None
    move: str = ""
    record: str = ""
    fen: str = ""
    ply: int | None = None


@transaction.atomic
def record_claim(*, case_id: int, claim: Claim, actor: Actor, version: int | None = None) -> Case:
    """Record position and claim; a claim is answered at once, and the answer is stored with the case.

    Raises CaseChanged, ClaimantNotThere, RecordUnreadable.
    """
    case = locked_for(case_id, actor, version=version)
    before = case_facts(case)
    was = (case.claim_record, case.claim_move, case.claimant_id)
    case.claim = ClaimKind(claim.kind) if claim.kind else ""
    case.claim_move, case.claim_record = claim.move.strip(), claim.record
    case.fen, case.ply = claim.fen.strip(), claim.ply
    side = _set_claimant(case, claim.claimant_id)
    case.claim_answer = answer_of(case, side).as_dict() if case.claim else {}
    names = ("claim_record", "claim_move", "claimant")
    now = (case.claim_record, case.claim_move, case.claimant_id)
    also = [name for name, old, new in zip(names, was, now, strict=True) if old != new]
    save_case("tournaments.case.claim_answered", case, actor, before, also=also)
    return case


def answer_of(case: Case, side: Side | None) -> Answer:
    """Return the answer to the claim of a case, by the board or by the record."""
    kind = Kind(case.claim)
    if kind is Kind.FLAG:
        return answer_flag([case.clock_white, case.clock_black])
    if kind is Kind.WRONG_PAIRING:
        return answer_pairing(_pairing_findings(case))
    result = result_of(case)
    if kind is Kind.RESULT:
        rows = ResultReport.objects.filter(pairing=case.pairing_id, game=case.game).select_related("entry")
        reports = [(one.entry.name, one.outcome) for one in rows]
        return answer_result(result.outcome if result else "", reports)
    if side is None:
        raise ClaimantNotThere(number=case.number)
    claimed = Claimed(
        kind=kind,
        claimant=side,
        # A position typed in alone is not of the recorded game: that may be on by now, or another one.
        record=read_record(case.claim_record if case.fen else record_text(case, result)),
        fen=case.fen,
        ply=case.ply,
        move=case.claim_move,
    )
    return answer_claim(claimed, book=law_book_of(case.section), variant=variant_of(case))


def _set_claimant(case: Case, claimant_id: int | None) -> Side | None:
    """Set the claimant: one of the two players of the game, if the case has one."""
    pairing = case.pairing
    if claimant_id is None or pairing is None:
        case.claimant = None
        return None
    if claimant_id not in {pairing.white_id, pairing.black_id}:
        raise ClaimantNotThere(number=case.number)
    case.claimant_id = claimant_id
    return side_in_game(pairing, claimant_id, case.game)


def _pairing_findings(case: Case) -> list[dict[str, Any]]:
    """Return the violations that the pairing checker finds at the board."""
    if case.pairing is None:
        return []
    row = Round.objects.select_related("section__event").get(pk=case.pairing.round_id)
    numbers = {case.pairing.white.number, case.pairing.black.number if case.pairing.black else None}
    found = round_report(row).of(Severity.ILLEGAL)
    return [_plain(one) for one in found if numbers.intersection(one.players)]


def _plain(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code.value,
        "players": list(finding.players),
        "article": finding.article,
        "facts": [list(one) for one in finding.facts],
    }
