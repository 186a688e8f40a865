"""Creation of a draft: the next round, the proposal of the system, the rows that store it."""

from typing import Any

from django.db.models import Max, QuerySet

from tournaments.core.hooks import before_boards_dropped, merged
from tournaments.core.openings import openings_of
from tournaments.core.translate import ABSENCE_BYES, snapshot_of
from tournaments.events.systems import propose, system_of
from tournaments.models import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entry,
    EntryState,
    GameResult,
    Outcome,
    Pairing,
    Round,
    Section,
)
from tournaments.pairing.reasons import PairReasons, Reason
from tournaments.pairing.refusals import ScheduleRefusal
from tournaments.pairing.swiss.bracket import UnsolvedBracket
from tournaments.pairing.values import NOBODY, NoLegalPairing, Proposal
from tournaments.results.services.disputes import require_undisputed
from tournaments.rounds.errors import (
    AllRoundsPlayed,
    EngineAtLoss,
    PairingImpossible,
    RoundUnfinished,
    TooFewPlayers,
)
from tournaments.rounds.services.board_numbers import number_boards
from tournaments.rounds.services.schedule_refusals import schedule_error


def ready_number(section: Section, draft: Round | None) -> int:
    """Return the number of the round to pair now: that of the draft, or the next."""
    latest = section.round_rows.aggregate(last=Max("number"))["last"] or 0
    number = draft.number if draft else 1 + latest
    if number > section.rounds:
        raise AllRoundsPlayed(rounds=section.rounds)
    waiting = Pairing.objects.filter(
        round__section=section, round__number__lt=number, games__outcome=Outcome.PENDING
    )
    boards = sorted(set(waiting.values_list("round__number", "board_number")))
    if boards:
        raise RoundUnfinished(round=boards[0][0], boards=[board for _round, board in boards])
    require_undisputed(section, number - 1)
    return number


def proposal_for(section: Section, number: int, kept: list[Pairing]) -> Proposal:
    """Return the system's proposal with its reasons, for all players outside the locked boards."""
    snapshot = snapshot_of(section, number)
    taken = {one.number for pairing in kept for one in (pairing.white, pairing.black) if one}
    # A table seats the absent too: its bye is kept when its other boards are locked.
    is_open = system_of(section).is_table or any(one.number not in taken for one in snapshot.present)
    if len(snapshot.present) < 2:  # noqa: PLR2004 - a game is for two
        raise TooFewPlayers(present=len(snapshot.present))
    try:
        proposal = propose(section, snapshot, without=taken) if is_open else Proposal(pairs=())
    except ScheduleRefusal as error:
        raise schedule_error(error, section) from error
    except NoLegalPairing as error:
        raise PairingImpossible(round=number, why=error.code) from error
    except UnsolvedBracket as error:
        raise EngineAtLoss(round=number) from error
    explain = system_of(section).explain
    return proposal if explain is None or taken else explain(section, snapshot, proposal)


def reasons_of(proposal: Proposal) -> dict[str, Any]:
    """Return the engine's reasons in their stored form: codes, rules and facts."""
    told = proposal.reasons
    if told is None:
        return {}
    return {
        "pairs": [pair_facts(pair) for pair in told.pairs],
        "bye": [_reason_facts(reason) for reason in told.bye.reasons] if told.bye else [],
        "round": [_reason_facts(reason) for reason in told.about_round],
    }


def pair_facts(pair: PairReasons) -> dict[str, Any]:
    """Return the reasons for a pair in their stored form."""
    return {
        "white": pair.white,
        "black": pair.black,
        "meeting": [_reason_facts(reason) for reason in pair.meeting],
        "colour": _reason_facts(pair.colour),
    }


def _reason_facts(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code.value, "rule": reason.rule, **dict(reason.facts)}


def fill(row: Round, proposal: Proposal, kept: list[Pairing]) -> None:
    """Write the proposed boards next to the locked ones, and byes with reasons for all other players."""
    numbered = row.section.entries.filter(number__isnull=False)
    entries = {entry.number: entry for entry in numbered}
    made = [
        Pairing(round=row, white=entries[pair.white], black=entries[pair.black]) for pair in proposal.pairs
    ]
    idle = [number for number in (proposal.bye, *proposal.free) if number != NOBODY]
    made += [Pairing(round=row, white=entries[number], bye=ByeKind.ALLOCATED) for number in idle]
    paired = {one.pk for pairing in (*made, *kept) for one in (pairing.white, pairing.black) if one}
    made += byes_of(row, [entry for entry in entries.values() if entry.pk not in paired])
    Pairing.objects.bulk_create(made)
    set_boards(row)


def drop_boards(boards: QuerySet[Pairing]) -> dict[str, Any]:
    """Delete boards of a draft; return what is lost with them, for the audit entry that callers write.

    Another pairing has another key, also with the same players: entries that a device has stored for this one
    must not reach it.
    """
    lost = merged(before_boards_dropped(boards))
    boards.delete()
    return lost


def set_boards(row: Round) -> None:
    """Number the boards of a draft; add their missing games and openings. Callers write the audit entry."""
    number_boards(row)
    add_games(row)
    give_openings(row)


def give_openings(row: Round) -> None:
    """Draw for every board of a draft; redrawn boards are preserved. Callers write the audit entry."""
    pairings = list(row.pairings.filter(black__isnull=False))
    drawn = openings_of(row, pairings)
    changed = [pairing for pairing in pairings if pairing.ballot != drawn[pairing.pk]]
    for pairing in changed:
        pairing.ballot = drawn[pairing.pk]
    Pairing.objects.bulk_update(changed, ["ballot"])


def byes_of(row: Round, entries: list[Entry]) -> list[Pairing]:
    """Return a bye row with its reason for each player who does not play."""
    absences = Absence.objects.filter(entry__in=entries, round_number=row.number)
    asked = dict(absences.values_list("entry_id", "kind"))
    why = [(entry, _bye_kind_of(entry, row.number, asked.get(entry.pk))) for entry in entries]
    return [Pairing(round=row, white=entry, bye=kind) for entry, kind in why if kind]


def _bye_kind_of(entry: Entry, number: int, asked: str | None) -> ByeKind | None:
    if entry.state == EntryState.WITHDRAWN:
        return ByeKind.ABSENT
    if entry.state != EntryState.CONFIRMED:
        return None
    if entry.first_round > number:
        return ByeKind.LATE_ENTRY
    return ABSENCE_BYES[AbsenceKind(asked)] if asked else None


def add_games(row: Round) -> None:
    """Create a row for every game of every pairing without one."""
    games = row.section.games_per_pairing
    fresh = row.pairings.filter(black__isnull=False, games__isnull=True)
    GameResult.objects.bulk_create(
        GameResult(pairing=pairing, number=number) for pairing in fresh for number in range(1, games + 1)
    )
