"""Results: entered game by game, corrected with a reason, by directors, arbiters, helpers and players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.core.access import may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.hooks import ResultChange, on_result_changes, on_ruling_overruled
from tournaments.core.services.event_log import (
    dispute_facts,
    key_of,
    log_confirmed_warning,
    log_player_report,
    log_result,
    result_facts,
)
from tournaments.core.services.locks import locked_pairing, pairing_scope, section_scope
from tournaments.models import (
    AcceptedDoubt,
    DisputeKind,
    GameResult,
    Outcome,
    Pairing,
    ResultDispute,
    Round,
    RoundState,
    Ruling,
    SnapshotCause,
)
from tournaments.results.errors import (
    ClosedRoundNeedsResult,
    DecisionNeedsReason,
    DisputeOpen,
    MarkUnfit,
    NoGames,
    OverwriteUnconfirmed,
    PublishedResult,
    ReasonNeeded,
    ResultByRuling,
    SecondPassDiffers,
    UnknownDoubt,
    UnknownGame,
)
from tournaments.results.result_marks import marks_for
from tournaments.results.result_warnings import warnings_of
from tournaments.results.selectors.results import ruling_of_result
from tournaments.results.services.disputes import open_dispute, open_disputes, settle
from tournaments.standings.selectors.snapshots import closed_rounds
from tournaments.standings.services import publish_standings
from tournaments.teams.errors import NotInTheMatch, RoundNotPublished
from tournaments.teams.line_ups import side_of
from tournaments.teams.services.line_ups import require_members_seated, require_team

SAVED_FIELDS = (
    *("outcome", "mark", "is_adjudicated", "note", "entered_by", "entered_at", "entered_key"),
    *("checked_by", "checked_at"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A result as it is entered; the fields are those of `record_result`.

    A ruling itself sets and restores results (`by_ruling`).
    """

    outcome: str
    was: str | None = None
    mark: str | None = None
    is_adjudicated: bool = False
    reason: str = ""
    seconded_by: str = ""
    may_overwrite: bool = True
    overrules_ruling: bool = False
    by_ruling: bool = False


def record_result(  # noqa: PLR0913 - the data of a result
    *,
    pairing_id: int,
    game: int,
    outcome: str,
    actor: Actor,
    was: str | None = None,
    mark: str | None = None,
    is_adjudicated: bool = False,
    reason: str = "",
    seconded_by: str = "",
    may_overwrite: bool = True,
    overrules_ruling: bool = False,
) -> GameResult:
    """Enter or change the result of a game.

    `was` is the result that the account saw. If another one is there now, nothing is changed and
    PublishedResult names it. Without `may_overwrite` a stored result is replaced only if `was` names it;
    OverwriteUnconfirmed asks for that. Removing or changing a result takes the right to correct. Where
    published standings count it, it also takes a reason, and new standings are published. A closed round
    loses no result (ClosedRoundNeedsResult). Earlier rounds are never paired again. For a disputed game, this
    decides the dispute. `seconded_by` is the person who confirms the result next to the actor.

    A result that a ruling in force has set is replaced only knowingly (`overrules_ruling`) and with a reason,
    which the history of the case gets. Otherwise ResultByRuling names the case.

    `mark` is the plus of a draw or the stage of a win; None leaves it as it is with the same result.

    Where every result is entered twice, another person who enters the same result checks it. If that person
    enters another one without a reason, both versions are stored as a dispute, and SecondPassDiffers is
    raised after that is committed.
    """
    entered = Entered(
        outcome=outcome,
        was=was,
        mark=mark,
        is_adjudicated=is_adjudicated,
        reason=reason,
        seconded_by=seconded_by,
        may_overwrite=may_overwrite,
        overrules_ruling=overrules_ruling,
    )
    return record_games(pairing_id=pairing_id, entered={game: entered}, actor=actor)[0]


def record_games(*, pairing_id: int, entered: Mapping[int, Entered], actor: Actor) -> list[GameResult]:
    """Enter the results of several games of one board, all or none, as `record_result` enters one."""
    with transaction.atomic():
        pairing = locked_pairing(pairing_id)
        require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(pairing))
        done = {game: enter_result(game_of(pairing, game), one, actor) for game, one in entered.items()}
    for game, result in done.items():
        if isinstance(result, ResultDispute):
            raise SecondPassDiffers(board=pairing.board_number, game=game)
    return [result for result in done.values() if isinstance(result, GameResult)]


def enter_result(result: GameResult, entered: Entered, actor: Actor) -> GameResult | ResultDispute:
    """Enter the result of a game of `game_of`, as `record_result` does; return the dispute that arises.

    Callers lock the pairing and require RECORD_RESULTS.
    """
    pairing, game, outcome, reason = result.pairing, result.number, entered.outcome, entered.reason
    disputes = open_disputes(pairing, game)
    if disputes and not may(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing)):
        raise DisputeOpen(board=pairing.board_number, game=game)
    marked = _mark_of(pairing, result, outcome, entered.mark)
    is_mark_alone = result.outcome == outcome and result.mark != marked
    if not (disputes or is_mark_alone) and _is_second_pass(result, outcome, actor, reason):
        return _second_pass(pairing, result, outcome, actor)
    is_same = (result.outcome, result.mark) == (outcome, marked)
    is_there = is_same and result.is_adjudicated == entered.is_adjudicated
    is_outdated = entered.was not in {None, result.outcome}
    if not disputes and (is_there or (is_outdated and is_same)):
        return result
    if is_outdated:
        raise PublishedResult(board=pairing.board_number, game=game, there=result.outcome)
    closed = closed_rounds(pairing.round.section, from_round=pairing.round.number)
    if not (disputes or closed or entered.may_overwrite or entered.was == result.outcome):
        _require_empty(result, actor)  # where closed rounds count it, the reason confirms
    _require_correction_allowed(result, actor, reason, is_counted=bool(closed))
    if outcome == Outcome.PENDING and not entered.by_ruling:
        require_round_open(result)
    ruling = None if entered.by_ruling or result.outcome == outcome else _overruled(result, entered)
    require_members_seated(pairing, result, outcome)
    _decide(disputes, pairing, outcome, actor, reason)
    if is_there:
        return result
    followers = on_result_changes(pairing) + (on_ruling_overruled(ruling) if ruling is not None else [])
    before = result_facts(pairing, result)
    result.outcome, result.mark, result.is_adjudicated = Outcome(outcome), marked, entered.is_adjudicated
    result.note = reason.strip()[:500] if entered.is_adjudicated else ""
    result.entered_by, result.entered_at, result.entered_key = (
        actor.label[:200],
        timezone.now(),
        key_of(actor),
    )
    result.checked_by = (actor.label if disputes else entered.seconded_by)[:200]
    result.checked_at = result.entered_at if result.checked_by else None
    result.save(update_fields=SAVED_FIELDS)
    if outcome == Outcome.PENDING:
        pairing.reports.filter(game=game).delete()  # they may report it again
    is_new = before["outcome"] == Outcome.PENDING
    action = "tournaments.result.recorded" if is_new else "tournaments.result.corrected"
    after: dict[str, Any] = result_facts(pairing, result)
    publish_standings(pairing.round.section, cause=SnapshotCause.RESULT, reason=reason, closed=closed)
    log_result(action, pairing, actor, before=before, after=after, reason=reason)
    change = ResultChange(pairing, result, actor, reason)
    for update_dependents in followers:
        update_dependents(change)
    return result


def require_round_open(result: GameResult) -> None:
    """Refuse to leave a game of a closed round without a result: its standings were published as complete."""
    row = result.pairing.round
    if row.state == RoundState.CLOSED:
        raise ClosedRoundNeedsResult(round=row.number, board=result.pairing.board_number, game=result.number)


def _overruled(result: GameResult, entered: Entered) -> Ruling | None:
    """Return the ruling whose result is replaced by hand. Raises ResultByRuling unless that is meant."""
    ruling = ruling_of_result(result)
    if ruling is not None and not (entered.overrules_ruling and entered.reason.strip()):
        raise ResultByRuling(
            board=result.pairing.board_number,
            game=result.number,
            there=result.outcome,
            case=ruling.case.number,
            ruling=ruling.get_consequence_display(),
        )
    return ruling


def _require_empty(result: GameResult, actor: Actor) -> None:
    """Refuse to replace a stored result by the way: whoever may do so is asked, others are told."""
    if result.outcome == Outcome.PENDING:
        return
    pairing = result.pairing
    may_correct = may(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing))
    refusal = OverwriteUnconfirmed if may_correct else PublishedResult
    raise refusal(board=pairing.board_number, game=result.number, there=Outcome(result.outcome).label)


def _mark_of(pairing: Pairing, result: GameResult, outcome: str, mark: str | None) -> str:
    """Return the mark of a result. Raises MarkUnfit for an impossible one."""
    if mark is None:
        return result.mark if result.outcome == outcome else ""
    if mark and mark not in marks_for(pairing.round.section, outcome):
        raise MarkUnfit(mark=mark)
    return mark


def _is_second_pass(result: GameResult, outcome: str, actor: Actor, reason: str) -> bool:
    """Check for a second person's entry of a result that one person alone has entered."""
    is_open = Outcome.PENDING in {result.outcome, outcome} or result.checked_at is not None
    if is_open or not result.pairing.round.section.second_pass or result.entered_key == key_of(actor):
        return False
    return outcome == result.outcome or not reason.strip()


def _second_pass(
    pairing: Pairing, result: GameResult, outcome: str, actor: Actor
) -> GameResult | ResultDispute:
    if outcome == result.outcome:
        result.checked_by, result.checked_at = actor.label[:200], timezone.now()
        result.save(update_fields=["checked_by", "checked_at"])
        facts = result_facts(pairing, result) | {"checked_by": result.checked_by}
        log_player_report("tournaments.result.checked", pairing, actor, after=facts)
        return result
    first, second = (result.entered_by, result.outcome), (actor.label, outcome)
    dispute = open_dispute(pairing, result.number, DisputeKind.SECOND_PASS, first, second, actor=actor)
    log_player_report("tournaments.result.check_differs", pairing, actor, after=dispute_facts(dispute))
    return dispute


def game_of(pairing: Pairing, game: int) -> GameResult:
    """Return a game of a published board, ready for changes."""
    if pairing.black_id is None:
        raise NoGames(name=pairing.white.name)
    if pairing.round.state == RoundState.DRAFT:
        raise RoundNotPublished(round=pairing.round.number, state=pairing.round.state)
    result = GameResult.every.filter(pairing=pairing, number=game).first()
    if result is None:
        raise UnknownGame(game=game, games=pairing.round.section.games_per_pairing)
    result.pairing = pairing
    return result


def _require_correction_allowed(result: GameResult, actor: Actor, reason: str, *, is_counted: bool) -> None:
    """Require the right to correct, and a reason where published standings count the result."""
    if result.outcome != Outcome.PENDING or is_counted:
        require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(result.pairing))
    if is_counted and not reason.strip():
        raise ReasonNeeded


def _decide(disputes: list[ResultDispute], pairing: Pairing, outcome: str, actor: Actor, reason: str) -> None:
    """Settle a dispute: it takes the right to correct, against a second pass also a reason."""
    for dispute in disputes:
        if dispute.kind == DisputeKind.SECOND_PASS and not reason.strip():
            raise DecisionNeedsReason
        before = dispute_facts(dispute)
        settle(dispute, outcome, actor=actor, reason=reason)
        if dispute.kind == DisputeKind.SECOND_PASS:
            pairing.games.filter(number=dispute.game).update(
                checked_by=actor.label[:200], checked_at=timezone.now()
            )
        after = dispute_facts(dispute)
        log_player_report(
            "tournaments.dispute.settled", pairing, actor, before=before, after=after, reason=reason
        )


@transaction.atomic
def forfeit_match(*, pairing_id: int, entry_id: int | None, actor: Actor, reason: str = "") -> Pairing:
    """Enter every open board of a match as forfeited by an absent team, or by both (None).

    Each board is a result of its own in the audit log, and is undone like one.
    """
    pairing = locked_pairing(pairing_id)
    require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(pairing))
    require_team(pairing.round.section)
    side = None if entry_id is None else side_of(pairing, entry_id)
    if entry_id is not None and side is None:
        raise NotInTheMatch(board=pairing.board_number or "")
    for result in pairing.games.filter(outcome=Outcome.PENDING).order_by("number"):
        outcome = Outcome.DOUBLE_FORFEIT
        if side is not None:
            white_is_away = (side == "first") == (result.number % 2 == 1)
            outcome = Outcome.BLACK_FORFEIT if white_is_away else Outcome.WHITE_FORFEIT
        enter_result(game_of(pairing, result.number), Entered(outcome=outcome, reason=reason), actor)
    return pairing


@transaction.atomic
def confirm_warning(*, round_id: int, code: str, about: str, actor: Actor) -> AcceptedDoubt:
    """Confirm a doubtful result; the doubt returns only when the result changes."""
    row = (
        Round.objects.select_for_update(of=("self",), no_key=True)
        .select_related("section__event")
        .get(pk=round_id)
    )
    require_permission(actor, Capability.RECORD_RESULTS, section_scope(row.section))
    doubt = next((one for one in warnings_of(row) if (one.code, one.about) == (code, about)), None)
    if doubt is None:
        raise UnknownDoubt(doubt=code)
    accepted = AcceptedDoubt(round=row, code=code, about=about, accepted_by=actor.label[:200])
    accepted.save(force_insert=True)
    board = doubt.pairing.board_number if doubt.pairing else ""
    after = {"round": row.number, "board": board, "game": doubt.game, "doubt": code, **doubt.facts}
    log_confirmed_warning("tournaments.doubt.accepted", row, actor, after=after)
    return accepted
