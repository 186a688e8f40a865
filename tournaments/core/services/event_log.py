"""Audit entries of events and live notifications: one entry and one live event for each change."""

from collections.abc import Mapping, Sequence
from typing import Any

from club.audit import log as audit
from club.core.actor import Actor
from club.core.site_secrets import link_secrets
from club.live.publishing import publish
from tournaments.core.openings import ballot_text
from tournaments.models import (
    BoardCard,
    Entry,
    Event,
    ForbiddenPair,
    GameResult,
    Outcome,
    Pairing,
    ResultDispute,
    Round,
    RoundState,
    Section,
    TeamMember,
)

EVENT_FACTS = (
    *("name", "starts_on", "ends_on", "venue", "address", "directions", "contact_name", "contact_email"),
    *("contact_phone", "fee_note", "description", "language", "time_zone", "state"),
)
SECTION_FACTS = (
    *("name", "variant", "law_book", "system", "options", "rounds", "games_per_pairing", "scoring"),
    *("win_points", "draw_points", "loss_points", "bye_points", "tie_breaks", "deck", "one_ballot_a_round"),
    *("match_win_points", "match_draw_points", "match_loss_points", "match_bye_points"),
    *("initial_colour", "clock", "player_reports", "second_pass", "upset_difference"),
)
ENTRY_FACTS = (
    *("name", "number", "rating", "title", "federation", "club_name", "family", "category", "state"),
    *("birth_year", "federation_id", "first_round", "last_round", "fixed_board", "camp"),
)


EMPTY_BOARDS = frozenset({Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT})


def key_of(actor: Actor) -> str:
    """Return a unique key of the actor."""
    if actor.user is not None:
        return f"user:{actor.user.pk}"
    if actor.helper_pass is not None:
        return f"pass:{actor.helper_pass.pk}"
    return f"label:{actor.label}"[:80]


def event_facts(event: Event) -> dict[str, Any]:
    """Return an event in the form of the audit log."""
    return {name: getattr(event, name) for name in EVENT_FACTS}


def section_facts(section: Section) -> dict[str, Any]:
    """Return a section in the form of the audit log."""
    return {name: getattr(section, name) for name in SECTION_FACTS}


def entry_facts(entry: Entry) -> dict[str, Any]:
    """Return an entry in the form of the audit log."""
    return {name: getattr(entry, name) for name in ENTRY_FACTS}


def round_facts(row: Round) -> dict[str, Any]:
    """Return a round in the form of the audit log: its state, its pairings and its byes.

    With the entries about results, `tournaments.standings.selectors.log_replay` rebuilds the standings.
    """
    pairings = list(row.pairings.select_related("white", "black"))
    told = [
        f"{pairing.board_number}: {pairing.white.number}-{pairing.black.number}"
        for pairing in pairings
        if pairing.black is not None
    ]
    drawn = [f"{pairing.board_number}: {pairing.ballot}" for pairing in pairings if pairing.ballot]
    byes = [f"{pairing.white.number}: {pairing.bye}" for pairing in pairings if pairing.black is None]
    facts = {"round": row.number, "state": row.state, "pairs": told, "byes": byes}
    if row.section.is_team:
        facts["empty_boards"] = _empty_boards(row)
    return facts | {"openings": drawn} if drawn else facts


def seat_facts(row: Round) -> dict[str, Any]:
    """Return the boards and byes of a round in the form of the audit log, for an entry about a player."""
    facts = round_facts(row)
    return {name: facts[name] for name in ("pairs", "byes", "empty_boards") if name in facts}


def _empty_boards(row: Round) -> list[str]:
    """Return the forfeits of boards that a line-up leaves empty: no entry about a result has them."""
    games = GameResult.objects.filter(pairing__round=row).order_by("pairing__board_number", "number")
    seats = list(
        games.values_list("pairing__board_number", "number", "outcome", "first_member", "second_member")
    )
    named = {(board, side) for board, _game, _outcome, *two in seats for side in (0, 1) if two[side]}
    return [
        f"{board}.{game}: {outcome}"
        for board, game, outcome, *two in seats
        if outcome in EMPTY_BOARDS and any(two[side] is None and (board, side) in named for side in (0, 1))
    ]


def board_facts(pairing: Pairing) -> dict[str, Any]:
    """Return a board in the form of the audit log: its opening, and the number of redraws."""
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "opening": ballot_text(pairing.ballot),
        "redraws": pairing.redraws,
    }


def result_facts(pairing: Pairing, result: GameResult) -> dict[str, Any]:
    """Return the result of a game in the form of the audit log."""
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "game": result.number,
        "outcome": result.outcome,
        "mark": result.mark,
        "is_adjudicated": result.is_adjudicated,
        **({"is_tie_break": True} if result.is_tie_break else {}),
    }


def member_facts(member: TeamMember) -> dict[str, Any]:
    """Return a member in the form of the audit log."""
    return {name: getattr(member, name) for name in ("name", "rating", "federation_number")}


def line_up_facts(pairing: Pairing, entry: Entry, seats: Sequence[int | None]) -> dict[str, Any]:
    """Return the line-up of a team in a match in the form of the audit log."""
    names = {member.pk: member.name for member in entry.members.all()}
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "team": entry.name,
        "members": [names[key] for key in seats if key is not None],
    }


def dispute_facts(dispute: ResultDispute) -> dict[str, Any]:
    """Return both versions of a disputed result in the form of the audit log."""
    return {
        "round": dispute.pairing.round.number,
        "board": dispute.pairing.board_number,
        "game": dispute.game,
        "first_by": dispute.first_by,
        "first_outcome": dispute.first_outcome,
        "second_by": dispute.second_by,
        "second_outcome": dispute.second_outcome,
        "settled_outcome": dispute.settled_outcome,
    }


def log_event(action: str, event: Event, actor: Actor, **told: Any) -> None:
    """Write an audit entry about an event; notify the viewers of the event and its sections."""
    audit.record(action, event, actor=actor, **told)
    publish(f"event:{event.pk}", "event.changed")
    for section_id in event.sections.order_by("pk").values_list("pk", flat=True):
        publish(f"section:{section_id}", "event.changed")


def log_section(action: str, section: Section, actor: Actor, **told: Any) -> None:
    """Write an entry about a section."""
    _log_change(action, section, section, actor, "section.changed", None, told)


def log_entries(action: str, row: Entry | Section | TeamMember, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a player, a team member, or a list of entries of a section."""
    entry = row.entry if isinstance(row, TeamMember) else row
    section = entry.section if isinstance(entry, Entry) else entry
    _log_change(action, row, section, actor, "entries.changed", None, told)


def log_round(
    action: str,
    row: Round,
    actor: Actor,
    *,
    state: str = "",
    about: Section | None = None,
    **told: Mapping[str, Any] | str | None,
) -> None:
    """Write an entry about a round; about its section where the row is deleted and its key leads nowhere."""
    facts = {"round": row.number, "state": state or row.state}
    _log_change(action, about or row, row.section, actor, "round.changed", facts, told)
    publish(f"rounds:{row.section_id}", "round.changed", facts)


def log_late_arrival(action: str, row: Round, entry: Entry, actor: Actor, **told: Any) -> None:
    """Write an entry about a late arrival of a round; its boards have changed."""
    facts = {"round": row.number, "state": row.state}
    _log_change(action, entry, row.section, actor, "round.changed", facts, told)
    publish(f"rounds:{row.section_id}", "round.changed", facts)


def log_board(action: str, pairing: Pairing, actor: Actor, **told: Any) -> None:
    """Write an entry about a board of a round."""
    facts = {"round": pairing.round.number, "state": pairing.round.state}
    _log_change(action, pairing, pairing.round.section, actor, "round.changed", facts, told)
    if pairing.round.state != RoundState.DRAFT:
        notify_board(pairing.round.section_id, pairing.board_number)


def log_forbidden_pair(action: str, pair: ForbiddenPair, section: Section, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a forbidden pair, added or removed."""
    _log_change(action, pair, section, actor, "entries.changed", None, told)


def log_match(action: str, pairing: Pairing, actor: Actor, **told: Any) -> None:
    """Write an audit entry about the advancing side of a match."""
    facts = {"round": pairing.round.number, "board": pairing.board_number, "pairing": pairing.pk}
    _log_change(action, pairing, pairing.round.section, actor, "match.decided", facts, told)


def log_result(action: str, pairing: Pairing, actor: Actor, **told: Any) -> None:
    """Write an entry about a result."""
    facts = {"round": pairing.round.number, "board": pairing.board_number, "pairing": pairing.pk}
    _log_change(action, pairing, pairing.round.section, actor, "result.changed", facts, told)
    notify_board(pairing.round.section_id, pairing.board_number)


def log_player_report(action: str, pairing: Pairing, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a report; notify the desk and the board, not the public."""
    section = pairing.round.section
    audit.record(action, pairing, actor=actor, organisation_id=section.event.organisation_id, **told)
    publish(f"reports:{section.pk}", "report.changed", {"pairing": pairing.pk})
    notify_board(pairing.round.section_id, pairing.board_number)


def log_confirmed_warning(action: str, row: Round, actor: Actor, **told: Any) -> None:
    """Write an audit entry about a confirmed doubt in a round; notify the desk."""
    section = row.section
    audit.record(action, row, actor=actor, organisation_id=section.event.organisation_id, **told)
    publish(f"reports:{section.pk}", "report.changed")


def board_channel(card_id: int, token: str) -> str:
    """Return the channel of a board.

    It is derived from the card's token, so that a phone may listen without a token that also reports.
    """
    return board_channels(card_id, token)[0]


def board_channels(card_id: int, token: str) -> list[str]:
    """Return the names of a board's channel: pages opened before the site's key was replaced have another."""
    return [f"board:{secret}" for secret in link_secrets("tournaments.board_card", card_id, token)]


def notify_board(section_id: int, board_number: int | None) -> None:
    """Notify the phones that follow a board."""
    cards = BoardCard.objects.filter(
        section=section_id, board_number=board_number or 0, revoked_at__isnull=True
    )
    for card_id, token in cards.values_list("pk", "token"):
        for channel in board_channels(card_id, token):
            publish(channel, "board.changed")


def _log_change(
    action: str,
    row: Section | Entry | TeamMember | Round | Pairing | ForbiddenPair,
    section: Section,
    actor: Actor,
    news: str,
    facts: dict[str, Any] | None,
    told: Mapping[str, Any],
) -> None:
    audit.record(action, row, actor=actor, organisation_id=section.event.organisation_id, **told)
    publish(f"section:{section.pk}", news, facts)
