"""Late arrivals of a paired round: seated, given a half-point bye, or admitted from the next round."""

from django.db import transaction
from django.db.models import Max

from club.core.actor import Actor
from tournaments.core.hooks import on_boards_published
from tournaments.core.services.event_log import log_late_arrival, seat_facts
from tournaments.core.services.locks import locked_round, locked_section
from tournaments.entries.selectors.late_arrivals import MARKED, OUTSIDE, LateArrivals, late_arrivals
from tournaments.entries.services.joining import boards_of_entry
from tournaments.events.systems import MANUAL
from tournaments.models import Absence, AbsenceKind, ByeKind, Entry, Outcome, Pairing, Round, RoundState
from tournaments.results.errors import RoundClosed
from tournaments.results.services.board_cards import give_cards
from tournaments.rounds.errors import (
    AllRoundsPlayed,
    NoOpponentFree,
    NotALateArrival,
    ResultsAlready,
)
from tournaments.rounds.services.drafts import add_games, give_openings, pair_facts, proposal_for
from tournaments.rounds.services.rounds import increment_version, propose_round, require_last_round
from tournaments.teams.errors import RoundNotPublished
from tournaments.teams.services.line_ups import assign_line_ups


@transaction.atomic
def seat_late_arrival(
    *, round_id: int, entry_id: int, actor: Actor, opponent_id: int | None = None, reason: str = ""
) -> Round:
    """Seat a late arrival: re-pair a draft around its locked boards, or add one board to a published round.

    The opponent in a published round is a player with the allocated bye or another late arrival; without
    `opponent_id` the first of them, byes first. Raises RoundClosed, LaterRoundExists, NotALateArrival,
    NoOpponentFree, and PairingImpossible where the two may not meet.
    """
    row, late, entry = _find_late(round_id, entry_id, actor)
    action = "tournaments.late.seated"
    if row.state == RoundState.DRAFT:
        before = {"first_round": entry.first_round}
        join_round(entry, row)
        now = {"round": row.number}
        log_late_arrival(action, row, entry, actor, before=before, after=now, reason=reason)
        return propose_round(section_id=row.section_id, actor=actor)
    opponents = late.opponents_of(entry)
    opponent = next((one for one in opponents if opponent_id in {None, one.pk}), None)
    if opponent is None:
        raise NoOpponentFree(name=entry.name, round=row.number)
    before = {"first_round": entry.first_round, "opponent_first_round": opponent.first_round}
    for one in (entry, opponent):
        join_round(one, row)
    pairing = seat_pair(row, opponent, entry)
    if row.section.is_team:
        assign_line_ups(row, only=pairing)
    increment_version(row, "reasons")
    after = {"round": row.number, "board": pairing.board_number, "opponent": opponent.name} | seat_facts(row)
    before["had_bye"] = opponent.pk in {one.pk for one in late.waiting}
    log_late_arrival(action, row, entry, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def give_late_bye(*, round_id: int, entry_id: int, actor: Actor, reason: str = "") -> Round:
    """Give a late arrival the points of a draw for a round. Raises as `seat_late_arrival`."""
    row, _late_ones, entry = _find_late(round_id, entry_id, actor)
    before = {"first_round": entry.first_round}
    join_round(entry, row)
    Absence.objects.create(entry=entry, round_number=row.number, kind=AbsenceKind.HALF)
    _create_bye(row, entry, ByeKind.REQUESTED_HALF)
    action, after = "tournaments.late.bye_given", {"round": row.number} | seat_facts(row)
    log_late_arrival(action, row, entry, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def admit_next_round(*, round_id: int, entry_id: int, actor: Actor, reason: str = "") -> Round:
    """Admit a late arrival from the next round on. Raises AllRoundsPlayed, and as `seat_late_arrival`."""
    row, _late_ones, entry = _find_late(round_id, entry_id, actor)
    if row.number >= row.section.rounds:
        raise AllRoundsPlayed(rounds=row.section.rounds)
    before = {"first_round": entry.first_round}
    join_round(entry, row)
    entry.first_round = row.number + 1
    entry.save(update_fields=["first_round"])
    _create_bye(row, entry, ByeKind.LATE_ENTRY)
    action = "tournaments.late.deferred"
    after = {"round": row.number, "first_round": entry.first_round} | seat_facts(row)
    log_late_arrival(action, row, entry, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def reopen_late_arrival(
    *,
    entry_id: int,
    round_number: int,
    first_round: int,
    actor: Actor,
    opponent_first_round: int | None = None,
    had_bye: bool = False,
) -> Round:
    """Reopen a late arrival: remove the board without a result, or the bye.

    Raises RoundNotPublished, LaterRoundExists, ResultsAlready, NotALateArrival.
    """
    entry = Entry.objects.get(pk=entry_id)
    section = locked_section(entry.section_id, actor)
    row = _open_round(section.round_rows.get(number=round_number).pk, actor)
    pairing = boards_of_entry(entry).filter(round=row).select_related("white", "black").first()
    if pairing is None:
        raise NotALateArrival(name=entry.name, round=row.number)
    if row.state == RoundState.DRAFT and pairing.black is not None:
        raise RoundNotPublished(round=row.number, state=row.state)
    if pairing.games.exclude(outcome=Outcome.PENDING).exists():
        raise ResultsAlready(round=row.number, boards=[pairing.board_number])
    opponent = pairing.black if pairing.white_id == entry.pk else pairing.white
    pairing.delete()
    Absence.objects.filter(entry=entry, round_number=row.number).delete()
    Entry.objects.filter(pk=entry.pk).update(first_round=first_round)
    if opponent is not None and opponent.pk != entry.pk:
        Entry.objects.filter(pk=opponent.pk).update(first_round=opponent_first_round)
        if had_bye:
            Pairing(round=row, white=opponent, bye=ByeKind.ALLOCATED).save(force_insert=True)
    increment_version(row)
    after = {"round": row.number} | seat_facts(row)
    log_late_arrival("tournaments.late.reopened", row, entry, actor, after=after)
    return row


def join_round(entry: Entry, row: Round) -> None:
    """Make an entry a player of a paired round: not absent, and numbered if new. Callers write the log."""
    Absence.objects.filter(entry=entry, round_number=row.number).delete()
    row.pairings.filter(white=entry, bye__in=[*MARKED, *OUTSIDE]).delete()
    entry.first_round = min(entry.first_round, row.number)
    if entry.number is None:
        numbers = Entry.objects.filter(section=row.section_id)
        entry.number = 1 + (numbers.aggregate(last=Max("number"))["last"] or 0)
    entry.save(update_fields=["first_round", "number"])


def seat_pair(row: Round, waiting: Entry, entry: Entry) -> Pairing:
    """Add a board for two players to a published round, with the sides and reasons of the system.

    A bye of the first is removed. Raises NoOpponentFree. Callers write the audit entry.
    """
    taken, _tables = row.pairings.filter(white=waiting, bye=ByeKind.ALLOCATED).delete()
    numbered = {one.number: one for one in (waiting, entry)}
    others = row.section.entries.filter(number__isnull=False).exclude(pk__in=[waiting.pk, entry.pk])
    proposal = proposal_for(row.section, row.number, [Pairing(white=one) for one in others])
    pairs = [(one.white, one.black) for one in proposal.pairs]
    if row.section.system == MANUAL:
        pairs = [(waiting.number or 0, entry.number or 0)]
    if len(pairs) != 1:
        raise NoOpponentFree(name=entry.name, round=row.number)
    ((white, black),) = pairs
    last = row.pairings.aggregate(last=Max("board_number"))["last"] or 0
    pairing = Pairing(round=row, white=numbered[white], black=numbered[black], board_number=1 + last)
    pairing.save(force_insert=True)
    if proposal.reasons is not None:
        facts = pair_facts(proposal.reasons.of(white, black))
        row.reasons["pairs"] = [*row.reasons.get("pairs", []), facts]
        row.reasons["bye"] = [] if taken else row.reasons.get("bye", [])
    add_games(row)
    give_openings(row)
    give_cards(row.section, [pairing.board_number])
    on_boards_published(row)
    return pairing


def _find_late(round_id: int, entry_id: int, actor: Actor) -> tuple[Round, LateArrivals, Entry]:
    row = _open_round(round_id, actor)
    late = late_arrivals(row)
    entry = next((one for one in late.players if one.pk == entry_id), None)
    if entry is None:
        other = row.section.entries.filter(pk=entry_id).first()
        raise NotALateArrival(name=other.name if other else str(entry_id), round=row.number)
    return row, late, entry


def _open_round(round_id: int, actor: Actor) -> Round:
    row = locked_round(round_id, actor)
    if row.state == RoundState.CLOSED:
        raise RoundClosed(round=row.number)
    require_last_round(row)
    return row


def _create_bye(row: Round, entry: Entry, bye: ByeKind) -> None:
    Pairing(round=row, white=entry, bye=bye).save(force_insert=True)
    increment_version(row)
