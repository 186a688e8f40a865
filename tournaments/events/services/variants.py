"""Games that a club may use for its events."""

from games.core.errors import Refusal
from games.house_rules.selectors.house_rules import require_playable
from tournaments.core.errors import RulesNotPlayed


def require_offered(variant: str, *, organisation_id: int) -> None:
    """Raise RulesNotPlayed unless it is a shipped game, or one that the club has and offers; "" is any."""
    try:
        if variant:
            require_playable(variant, organisation_id=organisation_id)
    except Refusal:
        raise RulesNotPlayed(key=variant[:40]) from None
