"""The entry pad: a game played on the board or typed; the page only needs the variants and a start."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import published
from games.house_rules.selectors import (
    is_variant,
    offered_anywhere,
    offered_keys,
    rules_of_row,
    variant_named,
)
from games.house_rules.variant_names import DEFAULT_VARIANT, public_games, variant_name
from games.judging.pages.drawing import BoardDrawing
from games.judging.selectors.viewer import board_as_dict
from games.models import HouseRules
from games.rules import VARIANTS, FenError, HouseVariant, Position, Variant

MAX_FEN: Final = 400


class Header(NamedTuple):
    """A tag of the record with its label."""

    tag: str
    label: str


def entry_headers() -> list[Header]:
    """Return the header fields of a score sheet."""
    return [
        Header("White", _("White")),
        Header("Black", _("Black")),
        Header("Event", _("Event")),
        Header("Site", _("Venue")),
        Header("Date", _("Date")),
        Header("Round", _("Round")),
    ]


def variant_facts(variant: Variant) -> dict[str, object]:
    """Return the facts of a variant for the entry pad, which requests the moves itself."""
    return {
        "name": variant_name(variant.key),
        "start_fen": Position.start(variant).to_fen(variant),
        **board_as_dict(variant),
        "king_flies": variant.king_flies,
        "rule_tag": variant.rule_tag,
        "pinning_tags": variant.pinning_tags if isinstance(variant, HouseVariant) else (),
        "capture_sign": variant.capture_sign,
        "result_family": variant.result_family,
        "first_side": variant.first_to_move.key,
    }


def known_variants(offered: Iterable[HouseRules], *, chosen: str) -> dict[str, Variant]:
    """Return the rules offered in a public form by key, including those chosen before."""
    houses = {row.key: rules_of_row(row) for row in offered}
    return {**VARIANTS, **houses, chosen: variant_named(chosen)}


def _start_fen(asked: str, variant: Variant) -> str:
    """Return the requested position; the start of a game if there is none, or if it cannot be read."""
    start = Position.start(variant)
    if not asked.strip() or len(asked) > MAX_FEN:
        return start.to_fen(variant)
    try:
        return Position.from_fen(asked, variant).to_fen(variant)
    except FenError:
        return start.to_fen(variant)


@require_safe
@public
@published(version=offered_keys, parameters=("variant", "fen"))
def enter(request: HttpRequest) -> HttpResponse:
    """A board with the pieces set up, and the tools to write the game down."""
    asked = request.GET.get("variant", DEFAULT_VARIANT)
    chosen = asked if is_variant(asked) else DEFAULT_VARIANT
    variant = variant_named(chosen)
    offered = list(offered_anywhere())
    known = known_variants(offered, chosen=chosen)
    drawing = BoardDrawing(
        fen=_start_fen(request.GET.get("fen", ""), variant),
        geometry=variant.geometry,
        uses_letters=variant.uses_letters,
        is_interactive=True,
    )
    context = {
        "section": "enter",
        "variants": {key: variant_facts(each) for key, each in known.items()},
        "chosen": chosen,
        "groups": public_games(chosen=chosen, offered=offered),
        "headers": entry_headers(),
        "drawing": drawing,
    }
    return render(request, "games/judging/enter.html", context)
