"""Live channels of boards: of an event for spectators and for the arbiter, of a board for its pads."""

from typing import Any

from club.core.site_secrets import link_secret
from club.live.publishing import publish
from tournaments.models import LiveBoard


def boards_channel(event_id: int) -> str:
    """Return the channel of an event's boards as spectators see them."""
    return f"boards:{event_id}"


def alerts_channel(event_id: int) -> str:
    """Return the channel of what the judge tells the arbiter."""
    return f"alerts:{event_id}"


def pad_channel(board: LiveBoard) -> str:
    """Return the channel of those who enter the moves of a board: operators and its players.

    Its name is a secret, and it says that something was entered, never what.
    """
    return f"moves:{link_secret('tournaments.live_pad', board.pk, str(board.pairing_id))}"


def tell_spectators(board: LiveBoard, kind: str, facts: dict[str, Any]) -> None:
    """Publish a change of a board to everybody."""
    publish(boards_channel(board.pairing.round.section.event_id), kind, {"board": board.pk, **facts})


def tell_desk(board: LiveBoard, kind: str, facts: dict[str, Any]) -> None:
    """Publish a change of a board, or an alert, to the desk."""
    event_id = board.pairing.round.section.event_id
    publish(alerts_channel(event_id), kind, {"board": board.pk, **facts})
    publish(f"cases:{event_id}", "alert.changed")  # the queue, for arbiters of one section too


def tell_pads(board: LiveBoard) -> None:
    """Publish to all who enter the moves of a board that it was changed."""
    publish(pad_channel(board), "board.entered", {"board": board.pk, "sequence": board.sequence})
