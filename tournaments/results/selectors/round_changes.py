"""Changes of a round since a client's last update."""

from typing import Final

from club.live.selectors import events_after
from tournaments.models import Round

MAX_EVENTS: Final = 200
RESULT: Final = "result.changed"


def boards_changed(row: Round, channel: str, *, after: int) -> set[int] | None:
    """The pairings with other results since event `after` of the channel; None: more than results changed."""
    batch = events_after(channel, after, limit=MAX_EVENTS)
    if not after or batch.is_broken or len(batch.events) == MAX_EVENTS:
        return None
    if any(event.kind != RESULT or event.data.get("round") != row.number for event in batch.events):
        return None
    return {event.data["pairing"] for event in batch.events}
