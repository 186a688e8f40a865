"""What the trail keeps of events, and the word to those who listen: one entry and one live event a change."""

from collections.abc import Mapping
from typing import Any

from club import audit
from club.actor import Actor
from club.live import publish
from tournaments.models import Entry, Event, GameResult, Pairing, Round, Section
from tournaments.openings import ballot_text

EVENT_FACTS = ("name", "starts_on", "ends_on", "venue", "description", "language", "state")
SECTION_FACTS = (
    *("name", "variant", "law_book", "system", "options", "rounds", "games_per_pairing", "scoring"),
    *("win_points", "draw_points", "loss_points", "bye_points", "tie_breaks", "deck", "one_ballot_a_round"),
    *("initial_colour", "clock"),
)
ENTRY_FACTS = (
    *("name", "number", "rating", "title", "federation", "club_name", "family", "category", "state"),
    *("first_round", "last_round", "fixed_board"),
)


def event_facts(event: Event) -> dict[str, Any]:
    """An event as the trail has it."""
    return {name: getattr(event, name) for name in EVENT_FACTS}


def section_facts(section: Section) -> dict[str, Any]:
    """A section as the trail has it."""
    return {name: getattr(section, name) for name in SECTION_FACTS}


def entry_facts(entry: Entry) -> dict[str, Any]:
    """An entry as the trail has it."""
    return {name: getattr(entry, name) for name in ENTRY_FACTS}


def round_facts(row: Round) -> dict[str, Any]:
    """A round as the trail has it: its state and who meets whom."""
    pairings = list(row.pairings.select_related("white", "black"))
    told = [
        f"{pairing.board_number}: {pairing.white.number}-{pairing.black.number}"
        for pairing in pairings
        if pairing.black is not None
    ]
    drawn = [f"{pairing.board_number}: {pairing.ballot}" for pairing in pairings if pairing.ballot]
    facts = {"round": row.number, "state": row.state, "pairs": told}
    return facts | {"openings": drawn} if drawn else facts


def board_facts(pairing: Pairing) -> dict[str, Any]:
    """A board as the trail has it: which opening was drawn, and how often again."""
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "opening": ballot_text(pairing.ballot),
        "redraws": pairing.redraws,
    }


def result_facts(pairing: Pairing, result: GameResult) -> dict[str, Any]:
    """The result of a game as the trail has it."""
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "game": result.number,
        "outcome": result.outcome,
        "is_adjudicated": result.is_adjudicated,
    }


def tell_of_event(action: str, event: Event, actor: Actor, **told: Any) -> None:
    """Write an entry about an event; whoever looks at the event or a section of it is told."""
    audit.record(action, event, actor=actor, organisation_id=event.organisation_id, **told)
    publish(f"event:{event.pk}", "event.changed")
    for section_id in event.sections.order_by("pk").values_list("pk", flat=True):
        publish(f"section:{section_id}", "event.changed")


def tell_of_section(action: str, section: Section, actor: Actor, **told: Any) -> None:
    """Write an entry about a section."""
    _tell(action, section, section, actor, "section.changed", None, told)


def tell_of_entries(action: str, row: Entry | Section, actor: Actor, **told: Any) -> None:
    """Write an entry about a player, or about a list of them entered in a section."""
    section = row.section if isinstance(row, Entry) else row
    _tell(action, row, section, actor, "entries.changed", None, told)


def tell_of_round(
    action: str, row: Round, actor: Actor, *, state: str = "", **told: Mapping[str, Any] | str | None
) -> None:
    """Write an entry about a round."""
    facts = {"round": row.number, "state": state or row.state}
    _tell(action, row, row.section, actor, "round.changed", facts, told)


def tell_of_board(action: str, pairing: Pairing, actor: Actor, **told: Any) -> None:
    """Write an entry about a board of a round."""
    facts = {"round": pairing.round.number, "state": pairing.round.state}
    _tell(action, pairing, pairing.round.section, actor, "round.changed", facts, told)


def tell_of_result(action: str, pairing: Pairing, actor: Actor, **told: Any) -> None:
    """Write an entry about a result."""
    facts = {"round": pairing.round.number, "board": pairing.board_number, "pairing": pairing.pk}
    _tell(action, pairing, pairing.round.section, actor, "result.changed", facts, told)


def _tell(
    action: str,
    row: Section | Entry | Round | Pairing,
    section: Section,
    actor: Actor,
    news: str,
    facts: dict[str, Any] | None,
    told: Mapping[str, Any],
) -> None:
    audit.record(action, row, actor=actor, organisation_id=section.event.organisation_id, **told)
    publish(f"section:{section.pk}", news, facts)
