"""Effects of rulings on a game, an entry and the standings, and their undo.

Callers lock the case with its event, section, round and pairing, and hand these rows on.
"""

from typing import Any

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.errors import EffectBuiltOn, EffectGone
from tournaments.cases.services.case_log import case_facts, log_case
from tournaments.conduct import Consequence
from tournaments.core.hooks import AfterResult, ResultChange
from tournaments.core.selectors import rulings_in_force
from tournaments.core.services.locks import pairing_scope
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.models import Case, Entry, EntryState, GameResult, Outcome, Ruling, SnapshotCause
from tournaments.results.services.results import Entered, enter_result, game_of
from tournaments.standings.services import publish_standings

LOST = {"white": Outcome.BLACK, "black": Outcome.WHITE}
LOST_UNBEGUN = {"white": Outcome.BLACK_FORFEIT, "black": Outcome.WHITE_FORFEIT}


def apply_ruling(
    ruling: Ruling,
    case: Case,
    outcome: str,
    actor: Actor,
    *,
    is_forfeit: bool = False,
    was: str | None = None,
) -> dict[str, Any]:
    """Apply a ruling; return the changed values and the values before."""
    applied: dict[str, Any] = {}
    wanted = _outcome(ruling, case, outcome, is_forfeit=is_forfeit)
    if wanted:
        applied["outcome"] = _set_outcome(
            case, wanted, actor, seen=was, reason=reason_of(case, ruling.articles)
        )
    if ruling.consequence == Consequence.EXCLUDED and ruling.entry is not None:
        applied["entry"] = _exclude(ruling.entry, actor, reason=reason_of(case, ruling.articles))
    if ruling.points:
        applied["points"] = ruling.points
    return applied


def undo_ruling(ruling: Ruling, case: Case, actor: Actor) -> None:
    """Restore the values from before a ruling.

    Raises EffectGone if an account changed the result since, EffectBuiltOn if another ruling did.
    """
    _require_no_later_effects(ruling, case)
    reason = reason_of(case, ruling.articles)
    outcome = ruling.applied.get("outcome")
    if outcome:
        _restore_outcome(case, outcome, actor, reason)
    was = ruling.applied.get("entry")
    if was and ruling.entry is not None:
        _readmit(ruling.entry, was, actor, reason=reason)


def losses_of(case: Case) -> set[str]:
    """Return the results by which the player of a case loses the game; empty without a player."""
    lost = {table[case.side] for table in (LOST, LOST_UNBEGUN) if case.side in table}
    return {str(one) for one in (*lost, Outcome.BOTH_LOST, Outcome.DOUBLE_FORFEIT)}


def result_before(ruling: Ruling) -> str:
    """Return the result from before a ruling set another one; "" if it set none."""
    return str(ruling.applied.get("outcome", {}).get("was", ""))


def _require_no_later_effects(ruling: Ruling, case: Case) -> None:
    """Refuse to undo rulings on one result, or one excluded player, in other than reverse order."""
    later = rulings_in_force().filter(pk__gt=ruling.pk).select_related("case").order_by("pk")
    found = None
    if ruling.applied.get("outcome") and case.pairing_id is not None:
        of_game = later.filter(case__pairing=case.pairing_id, case__game=case.game)
        found = of_game.exclude(outcome="").first()
    if found is None and ruling.applied.get("entry"):
        found = later.filter(entry=ruling.entry_id, consequence=Consequence.EXCLUDED).first()
    if found is not None:
        raise EffectBuiltOn(number=case.number, later=found.case.number)


def update_standings_for_deductions(case: Case, rulings: list[Ruling | None], *, reason: str) -> None:
    """Update published standings if one of these rulings deducts points, once it is saved."""
    section = case.section
    if section is not None and any(one is not None and one.points for one in rulings):
        publish_standings(section, cause=SnapshotCause.RULING, reason=reason)


def reason_of(case: Case, articles: list[str]) -> str:
    """Return the case and its articles, for the note of a result and the reason of standings."""
    return " ".join([f"#{case.number}", ", ".join(articles)]).strip()


def _outcome(ruling: Ruling, case: Case, outcome: str, *, is_forfeit: bool) -> str:
    if ruling.consequence == Consequence.BOTH_LOST:
        return Outcome.DOUBLE_FORFEIT if is_forfeit else Outcome.BOTH_LOST
    if ruling.consequence == Consequence.GAME_LOST:
        return (LOST_UNBEGUN if is_forfeit else LOST)[case.side]
    return outcome


def _set_outcome(case: Case, wanted: str, actor: Actor, *, seen: str | None, reason: str) -> dict[str, Any]:
    pairing = case.pairing
    assert pairing is not None  # noqa: S101 - refused before
    there = game_of(pairing, case.game)
    was = {"was": there.outcome, "was_adjudicated": there.is_adjudicated}
    was |= {"was_note": there.note, "was_mark": there.mark}
    is_adjudicated = wanted in {Outcome.WHITE, Outcome.BLACK, Outcome.DRAW, Outcome.BOTH_LOST}
    entered = Entered(outcome=wanted, was=seen, is_adjudicated=is_adjudicated, reason=reason, by_ruling=True)
    _enter(there, entered, actor)
    return was | {"set": str(wanted)}


def _enter(result: GameResult, entered: Entered, actor: Actor) -> None:
    """Enter the result of a ruling. It has a reason, so that no dispute about a second pass comes of it."""
    require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(result.pairing))
    enter_result(result, entered, actor)


def _restore_outcome(case: Case, outcome: dict[str, Any], actor: Actor, reason: str) -> None:
    pairing = case.pairing
    if pairing is None:
        return
    there = game_of(pairing, case.game)
    if there.outcome != outcome["set"]:
        raise EffectGone(board=pairing.board_number or "", game=case.game, there=there.outcome)
    entered = Entered(
        outcome=outcome["was"],
        was=outcome["set"],
        mark=outcome.get("was_mark", ""),
        is_adjudicated=outcome["was_adjudicated"],
        reason=outcome["was_note"] or reason,
        by_ruling=True,
    )
    _enter(there, entered, actor)


def note_overruling(ruling: Ruling) -> AfterResult:
    """Lock the case of a ruling whose result is replaced by hand; return what names that in its history.

    Callers lock the pairing: the case comes after it, before the audit log.
    """
    rows = Case.objects.select_for_update(of=("self",), no_key=True)
    case = rows.select_related("event", "section", "entry").get(pk=ruling.case_id)

    def log(change: ResultChange) -> None:
        before = case_facts(case) | {"ruling": ruling.number, "outcome": ruling.outcome}
        case.version += 1  # forms of the case that are open name what has changed
        case.save(update_fields=["version"])
        after = case_facts(case) | {"ruling": ruling.number, "outcome": change.result.outcome}
        action = "tournaments.ruling.overruled"
        log_case(action, case, change.actor, before=before, after=after, reason=change.reason)

    return log


def _exclude(entry: Entry, actor: Actor, *, reason: str) -> dict[str, Any]:
    # Read again: undoing an earlier ruling may have readmitted the player in this transaction.
    was = dict(Entry.objects.values("state", "last_round").get(pk=entry.pk))
    withdraw_entry(entry_id=entry.pk, actor=actor, reason=reason, capability=Capability.RULE_ON_CASES)
    return was


def _readmit(entry: Entry, was: dict[str, Any], actor: Actor, *, reason: str) -> None:
    if was["state"] == EntryState.CONFIRMED:
        readmit_entry(
            entry_id=entry.pk,
            actor=actor,
            reason=reason,
            capability=Capability.RULE_ON_CASES,
            last_round=was["last_round"],
        )
