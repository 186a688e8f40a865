"""Template tags of live boards: clock times, and the shape of a board for the script that draws it."""

from django import template
from django.template import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from club.core.access import may
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.house_rules.selectors import variant_named
from games.judging.selectors.viewer import board_as_dict
from tournaments.core.services.locks import section_scope
from tournaments.live_boards.selectors.boards import has_live_boards, live_boards_by_pairing, live_count
from tournaments.models import Event, Pairing, Round

register = template.Library()


@register.filter
def clock_time(seconds: int) -> str:
    """Format seconds on a clock: 14:05, or 1:02:03 from an hour on."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@register.simple_tag
def board_shape(variant: str) -> SafeString:
    """Return the facts of the boards of a variant as data attributes, for the script that draws on them."""
    facts = board_as_dict(variant_named(variant))
    told = {name.replace("_", "-"): value for name, value in facts.items() if value}
    return format_html_join("", ' data-{}="{}"', told.items())


@register.inclusion_tag("tournaments/live_boards/_event_link.html")
def live_link(event: Event) -> dict[str, object]:
    """Link to the live boards of an event, if it has some."""
    return {"event": event, "is_shown": has_live_boards(event.pk)}


@register.inclusion_tag("tournaments/live_boards/desk/_round_link.html", takes_context=True)
def live_tools(context: Context, round_row: Round) -> dict[str, object]:
    """Link from the round's page at the desk to its live boards; those who may decide see the open alerts."""
    boards, alerts = live_count(round_row)
    scope = section_scope(round_row.section)
    may_decide = may(actor_of(context["request"]), Capability.CORRECT_RESULTS, scope) if alerts else False
    told: dict[str, object] = {"event_id": round_row.section.event_id, "boards": boards}
    return told | {"alerts": alerts if may_decide else 0}


@register.simple_tag
def live_marks(round_row: Round) -> dict[int, int]:
    """Return the live boards of a round, for `live_mark` of its boards."""
    return live_boards_by_pairing(round_row)


@register.inclusion_tag("tournaments/live_boards/_mark.html")
def live_mark(marks: dict[int, int], pairing: Pairing, *, slug: str = "") -> dict[str, object]:
    """Mark a board that is in play with a link: to its page, or without `slug` to the pad that enters it."""
    return {"board": marks.get(pairing.pk), "slug": slug, "number": pairing.board_number}
