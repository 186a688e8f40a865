"""Alerts of the judge to the arbiter: illegal moves, draws that can be claimed, fallen flags."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from games.laws.in_play import InPlay
from games.laws.incidents import INCIDENTS, OTHER
from games.laws.report import claim_as_dict, finding_as_dict, proposal_as_dict
from games.rules import Side
from tournaments.cases.services.case_locks import About, locked_event_row
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.claims import Claim, record_claim
from tournaments.core.services.locks import pairing_scope
from tournaments.live_boards.channels import tell_desk, tell_pads
from tournaments.live_boards.errors import AlertHandled, UnknownLiveBoard
from tournaments.live_boards.models import FLAG_FALLEN
from tournaments.live_boards.scores import entered_moves, judged, pdn_of, store
from tournaments.live_boards.selectors.alerts import is_held
from tournaments.live_boards.services.locks import locked_board, locked_board_with_pairing
from tournaments.live_boards.services.publication import show_moves
from tournaments.models import AlertState, Case, ClaimKind, LiveAlert, LiveBoard
from tournaments.records.selectors.game_tags import tags_for_record
from tournaments.results.services.results import game_of

FLAG_INCIDENT: Final = "flag_fell"
UNWATCHED: Final = timedelta(minutes=1)


def alert_arbiter(board: LiveBoard, game: InPlay) -> list[LiveAlert]:
    """Make the alerts that a judged score gives rise to, each once. Callers lock the board."""
    made = [_held_alert(board, game), *_claim_alerts(board, game), _flag_alert(board)]
    return [one for one in made if one is not None]


def _held_alert(board: LiveBoard, game: InPlay) -> LiveAlert | None:
    finding = game.offence
    if finding is None:
        return None
    told = finding_as_dict(finding)
    proposal = game.proposal
    same = LiveAlert.objects.filter(board=board, state=AlertState.OPEN, code=finding.code, ply=finding.ply)
    if same.filter(about__startswith=f"{finding.code}:{finding.ply}:{game.held[0]}:").exists():
        return None  # the players, or a feed, have played on after it
    return _alert(
        board,
        f"{finding.code}:{finding.ply}:{game.held[0]}:{board.sequence}",
        code=finding.code,
        article=finding.article,
        side=told["side"],
        ply=finding.ply,
        facts=told["facts"],
        proposal=proposal_as_dict(proposal) if proposal is not None else {},
    )


def _claim_alerts(board: LiveBoard, game: InPlay) -> list[LiveAlert | None]:
    """Return an alert for each draw that can be claimed now; a count that goes on is told once."""
    made = []
    for claim in game.claims:
        told = claim_as_dict(claim)
        made.append(
            _alert(
                board,
                f"{claim.code}:{claim.article}:{claim.from_ply}",
                code=claim.code,
                article=claim.article,
                side=told["side"],
                ply=claim.from_ply,
                facts={**told["facts"], "status": told["status"], "evidence": told["evidence"]},
            )
        )
    return made


def _flag_alert(board: LiveBoard) -> LiveAlert | None:
    for side, seconds in ((Side.WHITE, board.white_seconds), (Side.BLACK, board.black_seconds)):
        if seconds is not None and seconds <= 0:
            return alert_flag(board, side.key)
    return None


def alert_flag(board: LiveBoard, side: str) -> LiveAlert | None:
    """Report that the time of a side is over. Callers lock the board."""
    ply = len(board.moves)
    since = unwatched_since(board)
    facts = {"unwatched_since": since.isoformat()} if since is not None else {}
    if LiveAlert.objects.filter(board=board, state=AlertState.OPEN, code=FLAG_FALLEN, side=side).exists():
        return None
    return _alert(board, f"{FLAG_FALLEN}:{side}:{ply}", code=FLAG_FALLEN, side=side, ply=ply, facts=facts)


def unwatched_since(board: LiveBoard) -> datetime | None:
    """Return the moment of a look at a flag that is long overdue: this computer slept or was off then.

    Moves of that time were not entered, so that the clock is not that of the game.
    """
    is_overdue = board.flag_at is not None and timezone.now() - board.flag_at > UNWATCHED
    return board.flag_at if is_overdue else None


def _alert(board: LiveBoard, about: str, **fields: Any) -> LiveAlert | None:
    alert, is_new = LiveAlert.objects.get_or_create(board=board, about=about[:120], defaults=fields)
    if not is_new:
        return None
    tell_desk(board, "alert.made", {"alert": alert.pk, "code": alert.code, "article": alert.article})
    return alert


@transaction.atomic
def dismiss_alert(*, alert_id: int, actor: Actor) -> LiveAlert:
    """Close an alert without a case. A held move is dropped, and a recalled one is no offence any more."""
    alert, board = locked_alert(alert_id, actor)
    require_open_alert(alert)
    text, held = str(alert.facts.get("text", "")), is_held(alert, board)
    close_alert(alert, AlertState.DISMISSED, actor)
    if held:
        board.held = []
        _save_change(board)
    elif text and alert.ply <= len(board.moves) and text in board.moves[alert.ply - 1]["recalled"]:
        board.moves[alert.ply - 1]["recalled"].remove(text)
        _save_change(board)
    tell_closed(alert)
    return alert


@transaction.atomic
def open_case_of_alert(*, alert_id: int, actor: Actor) -> Case:
    """Open a case with everything that the judge knows; the same alert again is the same case."""
    rows = LiveAlert.objects.filter(pk=alert_id)
    board_id, event_id = rows.values_list("board", "board__pairing__round__section__event").first() or (0, 0)
    if not board_id:
        raise UnknownLiveBoard
    # Nothing may be locked after the audit log, which the case is written to: so all rows are locked here.
    locked_event_row(event_id)
    board = locked_board_with_pairing(board_id)
    alert = LiveAlert.objects.select_for_update(no_key=True).get(pk=alert_id)
    alert.board = board
    about = About(board.pairing_id, board.game, _entry_of(alert))
    case = open_case(
        event_id=event_id,
        about=about,
        actor=actor,
        incident=_incident_of(alert),
        key=f"live-alert-{alert.pk}",
        told={"ply": alert.ply or None},
    )
    if alert.case_id is None:
        _record_claim(case, alert, board, about, actor)
        case.refresh_from_db()
        alert.case = case
        close_alert(alert, AlertState.RULED, actor)
        tell_closed(alert)
    return case


def _incident_of(alert: LiveAlert) -> str:
    if alert.code == FLAG_FALLEN:
        return FLAG_INCIDENT
    return alert.code if alert.code in INCIDENTS else OTHER


def _entry_of(alert: LiveAlert) -> int | None:
    """Return the player whom an alert is about: White of an odd game is the first player of the pairing."""
    pairing = alert.board.pairing
    if not alert.side:
        return None
    is_first = (alert.side == Side.WHITE.key) == (alert.board.game % 2 == 1)
    return pairing.white_id if is_first else pairing.black_id


def _record_claim(case: Case, alert: LiveAlert, board: LiveBoard, about: About, actor: Actor) -> None:
    """Store the score with the case, so that the rules engine answers from it."""
    kind = {FLAG_FALLEN: ClaimKind.FLAG}.get(alert.code)
    if kind is None:
        kind = ClaimKind(alert.code) if alert.code in ClaimKind.values else ClaimKind.ILLEGAL_MOVE
    tags = tags_for_record(board.pairing, game_of(board.pairing, board.game))
    record_claim(
        case_id=case.pk,
        claim=Claim(
            kind.value,
            about.entry_id,
            str(alert.facts.get("move", "")) if kind != ClaimKind.ILLEGAL_MOVE else "",
            pdn_of(board, tags),
            ply=alert.ply or None,
        ),
        actor=actor,
    )


def locked_alert(alert_id: int, actor: Actor) -> tuple[LiveAlert, LiveBoard]:
    """Lock the board of an alert, then the alert, for an account that files incidents."""
    board_id = LiveAlert.objects.filter(pk=alert_id).values_list("board_id", flat=True).first()
    board = locked_board(board_id or 0)
    require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(board.pairing))
    alert = LiveAlert.objects.select_for_update(no_key=True).get(pk=alert_id)
    alert.board = board
    return alert, board


def require_open_alert(alert: LiveAlert) -> None:
    """Raise AlertHandled for an alert that was dealt with."""
    if alert.state != AlertState.OPEN:
        raise AlertHandled


def close_alert(alert: LiveAlert, state: AlertState, actor: Actor) -> LiveAlert:
    """Close an alert and log it. What follows on the board is published after it: the log is locked first."""
    alert.state, alert.handled_at, alert.handled_by = state, timezone.now(), actor.label[:200]
    alert.save(update_fields=["state", "handled_at", "handled_by", "case"])
    pairing = alert.board.pairing
    audit.record(
        f"tournaments.live_alert.{state.value}",
        pairing,
        actor=actor,
        organisation_id=pairing.round.section.event.organisation_id,
        after={"board": pairing.board_number, "code": alert.code, "article": alert.article, "ply": alert.ply},
    )
    return alert


def tell_closed(alert: LiveAlert) -> None:
    """Tell the desk that an alert was dealt with."""
    tell_desk(alert.board, "alert.closed", {"alert": alert.pk, "state": alert.state})


def _save_change(board: LiveBoard) -> None:
    now = timezone.now()
    moves = entered_moves(board)
    store(board, judged(board, moves), moves, now)
    board.sequence += 1
    show_moves(board, cut_to=None, now=now)
    board.save()
    tell_pads(board)
