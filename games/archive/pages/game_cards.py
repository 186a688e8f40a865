"""Preview of a link to a game: names, result and event beside the board, and the position that is meant."""

from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from club.core.requests import parse_number
from club.paper.preview_cards import Preview, PreviewCard
from games.house_rules.variant_names import variant_name
from games.laws.verdict import Verdict

UNKNOWN: Final = "?"


def requested_ply(request: HttpRequest, verdict: Verdict) -> int:
    """Return the requested half-move, clamped to the game; by default the most informative one."""
    asked = parse_number(request.GET.get("ply", ""))
    if asked is not None:
        return min(asked, verdict.plies)
    error = verdict.first_error
    return min(error.ply - 1, verdict.plies) if error else verdict.plies


def game_preview(game_id: int, verdict: Verdict, ply: int, *, is_asked: bool) -> Preview | None:
    """Return the preview of the page of a game; a link that names the position is previewed with it."""
    if not verdict.is_judged:
        return None
    shown = game_card(verdict, ply)
    page = reverse("games:game", args=[game_id])
    about = [shown.over, *(left for left, _right in shown.lines), shown.foot]
    return Preview(
        card_path(game_id, ply, shown),
        title=names_of(verdict),
        description=" · ".join(filter(None, about)),
        path=f"{page}?ply={ply}" if is_asked else page,
    )


def card_path(game_id: int, ply: int, shown: PreviewCard) -> str:
    """Return the address of the card in its present version."""
    return reverse("games:card", args=[game_id, ply, shown.version])


def game_card(verdict: Verdict, ply: int) -> PreviewCard:
    """Return the texts beside the board, White's name first as in every list of games."""
    tag = verdict.record.tag
    event, number = tag("Event"), tag("Round")
    is_known = number not in {"", UNKNOWN, "-"}
    over = [event, _("round %(round)s") % {"round": number} if is_known else ""]
    result = verdict.result.tag or verdict.result.terminator
    lines = [(_("Result"), result)] if result not in {"", "*"} else []
    if ply:
        lines.append((_("Last move"), _numbered(verdict, ply)))
    day = tag("Date").split("?")[0].rstrip(".-/")
    foot = [day, tag("Site"), variant_name(verdict.variant.key)]
    return PreviewCard(
        ", ".join(text for text in over if text not in {"", UNKNOWN}),
        names_of(verdict, "\n"),
        tuple(lines),
        " · ".join(text for text in foot if text not in {"", UNKNOWN}),
        shows=verdict.replay.fen_after(ply),
    )


def names_of(verdict: Verdict, between: str = " \N{EN DASH} ") -> str:
    """Return the players as the record has them, White first."""
    return between.join(verdict.record.tag(side) or UNKNOWN for side in ("White", "Black"))


def _numbered(verdict: Verdict, ply: int) -> str:
    """Return a move as "12. 32-28", or "12... 19-23" of the side that moves second."""
    played = verdict.replay
    second_begins = played.positions[0].side is not verdict.variant.first_to_move
    is_first = played.positions[ply - 1].side is verdict.variant.first_to_move
    number = (ply - 1 + second_begins) // 2 + 1
    return f"{number}{'.' if is_first else '...'} {played.tokens[ply - 1].text}"
