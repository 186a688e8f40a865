"""Reports of players from the card at their board: two equal reports become the result."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from tournaments.core.services.event_log import log_player_report
from tournaments.core.services.locks import locked_pairing
from tournaments.models import (
    BoardCard,
    DisputeKind,
    Entry,
    Event,
    GameResult,
    Outcome,
    Pairing,
    PlayerReports,
    ResultReport,
    RoundState,
    Section,
)
from tournaments.results.errors import (
    DisputeOpen,
    OtherPhone,
    ReportsOff,
    ResultStands,
    RoundClosed,
    SamePhone,
    UnknownCard,
    UnknownOutcome,
    WrongBoard,
)
from tournaments.results.selectors.report_origins import is_from_one_phone, origin_of
from tournaments.results.services.disputes import open_dispute
from tournaments.results.services.results import Entered, enter_result, game_of
from tournaments.teams.errors import RoundNotPublished

REPORTABLE_OUTCOMES = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)


@transaction.atomic
def report_result(
    *, token: str, pairing_id: int, game: int, is_white: bool, outcome: str, device: str, actor: Actor
) -> ResultReport | None:
    """Report a result as one of the two players; `is_white` is the player with White in game 1.

    A second, equal report makes it the result, unless both may come from one phone: then they wait for the
    desk, which enters the result. Repeating a report changes nothing, also when the result is in
    by then (None: there was nothing left to report). Two versions become a dispute. It ends when an account
    that may correct results decides, or when one of the two adopts the other's version.
    """
    card = live_card(token)
    Event.objects.select_for_update(no_key=True).only("pk").get(
        pk=card.section.event_id
    )  # a dispute is a case of it
    pairing = _pairing_of(card, pairing_id)
    result = game_of(pairing, game)
    if outcome not in REPORTABLE_OUTCOMES:
        raise UnknownOutcome(outcome=outcome, known=list(REPORTABLE_OUTCOMES))
    white, black = pairing.white, pairing.black
    me, opponent = (white, black) if is_white else (black, white)
    assert me is not None  # noqa: S101 - game_of refuses a bye
    assert opponent is not None  # noqa: S101
    told = {report.entry_id: report for report in pairing.reports.filter(game=game)}
    mine, theirs = told.get(me.pk), told.get(opponent.pk)
    if _is_repeated(result, mine, outcome):
        return mine
    _require_own_phone(pairing, mine, opponent, device)
    dispute = pairing.disputes.filter(game=game, settled_at__isnull=True).first()
    if dispute is not None and (theirs is None or theirs.outcome != outcome):
        raise DisputeOpen(board=pairing.board_number, game=game)
    before = None if mine is None else _facts(pairing, game, me, mine.outcome)
    mine, _is_new = ResultReport.objects.update_or_create(
        pairing=pairing,
        game=game,
        entry=me,
        defaults={
            "outcome": outcome,
            "device": device,
            "origin": origin_of(card.section.event_id, actor),
            "reported_at": timezone.now(),
        },
    )
    speaker = replace(actor, label=f"{me.name}, board {pairing.board_number}")
    differs = theirs is not None and theirs.outcome != outcome
    action = "tournaments.report.disputed" if differs else "tournaments.report.made"
    after = _facts(pairing, game, me, outcome)
    is_held = theirs is not None and not differs and _is_held(card.section, mine, theirs)
    if is_held:
        after["one_phone"] = True
    log_player_report(action, pairing, speaker, before=before, after=after)
    if theirs is not None and differs:
        versions = (opponent.name, theirs.outcome), (me.name, outcome)
        open_dispute(pairing, game, DisputeKind.PLAYERS, *versions, actor=speaker)
    elif theirs is not None and not is_held:
        _agree(result, outcome, (opponent, me), actor)
    return mine


def live_card(token: str) -> BoardCard:
    """Return the card of a code.

    Raises UnknownCard for a revoked one, ReportsOff if players do not report here.
    """
    cards = BoardCard.objects.filter(token=token, revoked_at__isnull=True)
    card = cards.select_related("section__event").first()
    if card is None:
        raise UnknownCard(board="")
    if card.section.player_reports == PlayerReports.OFF:
        raise ReportsOff(section=card.section.name)
    return card


def _pairing_of(card: BoardCard, pairing_id: int) -> Pairing:
    """Return the pairing if it is one of this board; a phone may send stored data of an earlier round."""
    there = Pairing.objects.filter(
        pk=pairing_id, round__section=card.section_id, board_number=card.board_number
    )
    if not there.exists():
        raise WrongBoard(board=card.board_number)
    return locked_pairing(pairing_id)


def _is_repeated(result: GameResult, mine: ResultReport | None, outcome: str) -> bool:
    """Check that the report is a repetition, or is the result already."""
    row = result.pairing.round
    if result.outcome != Outcome.PENDING:
        if result.outcome == outcome:
            return True
        raise ResultStands(board=result.pairing.board_number, game=result.number, there=result.outcome)
    if row.state == RoundState.CLOSED:
        raise RoundClosed(round=row.number)
    if row.state != RoundState.PUBLISHED:
        raise RoundNotPublished(round=row.number, state=row.state)
    return mine is not None and mine.outcome == outcome


def _require_own_phone(pairing: Pairing, mine: ResultReport | None, opponent: Entry, device: str) -> None:
    """Refuse a report for a player from a second phone, or from the phone of the opponent.

    The section may let both players use one phone; a second phone for one player is always refused.
    """
    if mine is not None and mine.device != device:
        raise OtherPhone(name=mine.entry.name)
    if pairing.round.section.player_reports == PlayerReports.ONE_PHONE:
        return
    if pairing.reports.filter(entry=opponent, device=device).exists():
        raise SamePhone(name=opponent.name)


def _is_held(section: Section, mine: ResultReport, theirs: ResultReport) -> bool:
    """Check that an agreement waits for the desk: one person may have sent both reports."""
    return section.player_reports == PlayerReports.TWO_PHONES and is_from_one_phone(mine, theirs)


def _agree(result: GameResult, outcome: str, players: tuple[Entry, Entry], actor: Actor) -> None:
    """Enter the result on which both players agree, with the rights of the program."""
    first, second = players
    both = f"{first.name} / {second.name}, board {result.pairing.board_number}"
    entered = Entered(outcome=outcome, was=Outcome.PENDING, seconded_by=second.name)
    together = replace(actor, label=both, user=None, helper_pass=None, is_system=True)
    enter_result(result, entered, together)


def _facts(pairing: Pairing, game: int, player: Entry, outcome: str) -> dict[str, Any]:
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "game": game,
        "player": player.name,
        "outcome": outcome,
    }
