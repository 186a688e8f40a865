"""Rounds: propose, change by hand, publish, close, and reverse as far as later rows allow."""

from datetime import datetime

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from club.backups.services.restore_points import restore_point
from club.core.actor import Actor
from tournaments.core.hooks import (
    before_round_proposed,
    before_round_published,
    facts_for_pairing,
    merged,
    on_boards_published,
    on_game_tags_changed,
)
from tournaments.core.services.event_log import log_round, round_facts
from tournaments.core.services.locks import locked_draft, locked_round, locked_section
from tournaments.entries.services.numbers import give_numbers
from tournaments.events.services.events import show_event as show_event_to_all
from tournaments.events.systems import MANUAL
from tournaments.models import (
    ByeKind,
    EntryState,
    GameResult,
    Outcome,
    Pairing,
    Round,
    RoundState,
    SnapshotCause,
)
from tournaments.pairing.checking.findings import Severity
from tournaments.results.errors import ResultsUnchecked
from tournaments.results.selectors.results import boards_with_results, unchecked_boards
from tournaments.results.services.board_cards import give_cards
from tournaments.results.services.disputes import require_undisputed
from tournaments.rounds.checks import round_report
from tournaments.rounds.errors import (
    EventHidden,
    IllegalRound,
    LaterRoundExists,
    NotInTheTable,
    ResultsAlready,
    RoundUnfinished,
)
from tournaments.rounds.selectors.publication import players_not_in_table
from tournaments.rounds.services.drafts import drop_boards, fill, proposal_for, ready_number, reasons_of
from tournaments.standings.services import publish_standings
from tournaments.teams.errors import RoundNotPublished
from tournaments.teams.services.line_ups import assign_line_ups, clear_line_ups


def increment_version(row: Round, *fields: str) -> None:
    """Save a changed round under a new version."""
    row.version += 1
    row.save(update_fields=["version", *fields])


@transaction.atomic
def propose_round(*, section_id: int, actor: Actor) -> Round:
    """Pair the next round as a draft; an existing draft is re-paired around its locked boards.

    During a club night the round is one of that night: players who are not there miss it.
    """
    section = locked_section(section_id, actor)
    row = section.round_rows.filter(state=RoundState.DRAFT).first()
    number = ready_number(section, row)
    give_numbers(section, before_round=number)
    if row is None:
        starts_at = section.round_times.filter(number=number).values_list("starts_at", flat=True).first()
        row = Round(section=section, number=number, system=section.system, starts_at=starts_at)
        row.save(force_insert=True)
    row.section = section
    before_round_proposed(row)
    kept = list(_preserved_boards(row).select_related("white", "black"))
    lost = drop_boards(row.pairings.exclude(pk__in=[pairing.pk for pairing in kept]))
    facts = merged(facts_for_pairing(section))
    if facts:
        row.reasons = facts
        row.save(update_fields=["reasons"])
    proposal = proposal_for(section, number, kept)
    fill(row, proposal, kept)
    row.system, row.reasons = section.system, reasons_of(proposal) | facts
    increment_version(row, "night", "system", "reasons")
    log_round("tournaments.round.proposed", row, actor, before=lost or None, after=round_facts(row))
    return row


def _preserved_boards(row: Round) -> QuerySet[Pairing]:
    """Return the boards that re-pairing preserves: all of them if all is made by hand, else the locked ones.

    A locked board whose player has withdrawn is free for others.
    """
    if row.section.system == MANUAL:
        return row.pairings.filter(Q(black__isnull=False) | Q(bye=ByeKind.ALLOCATED))
    confirmed = {"white__state": EntryState.CONFIRMED, "black__state": EntryState.CONFIRMED}
    return row.pairings.filter(is_locked=True, black__isnull=False, **confirmed)


def _change_state(
    action: str, row: Round, state: RoundState, actor: Actor, *, reason: str = "", **times: datetime | None
) -> Round:
    before = round_facts(row)
    row.state = state
    for name, value in times.items():
        setattr(row, name, value)
    increment_version(row, "state", *times)
    log_round(action, row, actor, before=before, after=round_facts(row), reason=reason)
    return row


@transaction.atomic
def publish_round(
    *, round_id: int, version: int, actor: Actor, reason: str = "", show_event: bool | None = False
) -> Round:
    """Publish a draft; from now on it takes results. A violation of a rule takes a reason.

    `show_event` decides about a hidden event: True publishes it with the round, False leaves it hidden, None
    raises EventHidden.
    """
    if show_event:  # before the section is locked: events are locked first
        event_id = Round.objects.values_list("section__event_id", flat=True).get(pk=round_id)
        show_event_to_all(event_id=event_id, is_public=True, actor=actor, reason=reason)
    row = locked_draft(round_id, actor, version=version)
    if show_event is None and not row.section.event.is_public:
        raise EventHidden(event=row.section.event.name, round=row.number)
    _require_everybody(row)
    _require_legal(row, reason)
    assign_line_ups(row)
    before_round_published(row)
    give_cards(row.section, row.pairings.filter(black__isnull=False).values_list("board_number", flat=True))
    _restore_point(row, "published")
    on_boards_published(row)
    action, now = "tournaments.round.published", timezone.now()
    _change_state(action, row, RoundState.PUBLISHED, actor, reason=reason, published_at=now)
    on_game_tags_changed(GameResult.every.filter(pairing__round=row), actor)
    return row


def _restore_point(row: Round, what: str) -> None:
    """Queue a backup of the state after this in the background; its stored name is not translated."""
    reason = f"{row.section.event.name}: round {row.number} {what}"
    restore_point(reason=reason, organisation_id=row.section.event.organisation_id)


def _require_everybody(row: Round) -> None:
    """Refuse a table or a tree without the players who entered after it was drafted."""
    if missing := players_not_in_table(row):
        raise NotInTheTable(round=row.number, names=", ".join(one.name for one in missing))


def _require_legal(row: Round, reason: str) -> None:
    faults = round_report(row).of(Severity.ILLEGAL)
    if faults and not reason.strip():
        raise IllegalRound(round=row.number, count=len(faults), findings=[one.code.value for one in faults])


@transaction.atomic
def unpublish_round(*, round_id: int, actor: Actor, reason: str = "") -> Round:
    """Make a published round a draft again, if it has no result and no later round."""
    row = _locked(round_id, RoundState.PUBLISHED, actor)
    require_last_round(row)
    if done := boards_with_results(row):
        raise ResultsAlready(round=row.number, boards=[board.board_number for board in done])
    clear_line_ups(row)
    action = "tournaments.round.unpublished"
    _change_state(action, row, RoundState.DRAFT, actor, reason=reason, published_at=None)
    on_game_tags_changed(GameResult.every.filter(pairing__round=row), actor)
    return row


@transaction.atomic
def close_round(*, round_id: int, actor: Actor, reason: str = "", is_alone: bool = False) -> Round:
    """Close a round with all results in; its current standings are published.

    Earlier rounds that are open are closed with it: their results are in and count. The undo of a reopening
    leaves them open (`is_alone`). No result may be disputed. Where results are entered twice, closing it with
    some unchecked takes a reason.
    """
    row = _locked(round_id, RoundState.PUBLISHED, actor)
    _require_results(row)
    require_undisputed(row.section, row.number)
    together = [row] if is_alone else [*_open_before(row), row]
    for each in together:
        unchecked = unchecked_boards(each) if row.section.second_pass else []
        if unchecked and not reason.strip():
            raise ResultsUnchecked(round=each.number, boards=unchecked)
    _restore_point(row, "closed")
    action, now = "tournaments.round.closed", timezone.now()
    for each in together:
        _change_state(action, each, RoundState.CLOSED, actor, reason=reason, closed_at=now)
    publish_standings(row.section, cause=SnapshotCause.CLOSED, from_round=together[0].number)
    return row


def _open_before(row: Round) -> list[Round]:
    """Return the published rounds before this one, locked, the first one first."""
    rows = row.section.round_rows.select_for_update(no_key=True).filter(
        state=RoundState.PUBLISHED, number__lt=row.number
    )
    found = list(rows.order_by("number"))
    for each in found:
        each.section = row.section
    return found


@transaction.atomic
def reopen_round(*, round_id: int, actor: Actor, reason: str = "") -> Round:
    """Reopen a closed round for results; until it is closed, the standings of the rounds before apply."""
    row = _locked(round_id, RoundState.CLOSED, actor)
    action = "tournaments.round.reopened"
    return _change_state(action, row, RoundState.PUBLISHED, actor, reason=reason, closed_at=None)


@transaction.atomic
def delete_round(*, round_id: int, actor: Actor, reason: str = "") -> None:
    """Delete the last round while it is a draft."""
    row = locked_draft(round_id, actor)
    require_last_round(row)
    action, about, before = "tournaments.round.deleted", row.section, round_facts(row)
    before |= drop_boards(row.pairings.all())
    log_round(action, row, actor, state="deleted", about=about, before=before, reason=reason)
    row.delete()


def _require_results(row: Round) -> None:
    """Refuse if a result of this round, or of an earlier one, is missing."""
    so_far = Pairing.objects.filter(round__section=row.section_id, round__number__lte=row.number)
    waiting = so_far.filter(games__outcome=Outcome.PENDING).distinct()
    first = waiting.aggregate(first=Min("round__number"))["first"]
    if first is not None:
        boards = waiting.filter(round__number=first).order_by("board_number")
        raise RoundUnfinished(round=first, boards=list(boards.values_list("board_number", flat=True)))


def _locked(round_id: int, state: RoundState, actor: Actor) -> Round:
    row = locked_round(round_id, actor)
    if row.state != state:
        raise RoundNotPublished(round=row.number, state=row.state)
    return row


def require_last_round(row: Round) -> None:
    """Refuse if there is a later round."""
    later = Round.objects.filter(section=row.section_id, number__gt=row.number).first()
    if later is not None:
        raise LaterRoundExists(round=row.number, later=later.number)
