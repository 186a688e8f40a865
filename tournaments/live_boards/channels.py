"""Live channels of boards: of an event for spectators and for the arbiter, of a board for its pads."""

from typing import Any

from club.core.site_secrets import link_secrets
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
    return pad_channels(board)[0]


def pad_channels(board: LiveBoard) -> list[str]:
    """Return the names of this channel: pages opened before the site's key was replaced have another."""
    return [f"moves:{one}" for one in link_secrets("tournaments.live_pad", board.pk, str(board.pairing_id))]


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
    for channel in pad_channels(board):
        publish(channel, "board.entered", {"board": board.pk, "sequence": board.sequence})
