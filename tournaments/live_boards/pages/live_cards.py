"""Preview of a link to a live board: the position as spectators see it, with names, state and event."""

from django.urls import reverse
from django.utils.translation import gettext as _

from club.organisations.selectors import branding_of
from club.paper.preview_cards import Preview, PreviewCard
from games.house_rules.selectors import variant_named
from games.judging.move_numbers import MoveNumbers
from tournaments.live_boards.selectors.boards import LiveView


def live_card_path(view: LiveView, card: PreviewCard) -> str:
    """Return the address of the preview of a live board in its present version."""
    event = view.pairing.round.section.event
    return reverse("tournaments:live_card", args=[event.slug, view.board.pk, card.version])


def live_preview(view: LiveView) -> Preview:
    """Return the preview of the page of a live board."""
    card = card_of_board(view)
    told = [card.over, *(" ".join(filter(None, line)) for line in card.lines)]
    return Preview(
        live_card_path(view, card),
        title=f"{view.white} \N{EN DASH} {view.black}",
        description=" · ".join(filter(None, told)),
    )


def card_of_board(view: LiveView) -> PreviewCard:
    """Return the texts beside the board; moves that wait for the delay are in neither."""
    pairing = view.pairing
    section = pairing.round.section
    place = _("round %(round)s, board %(board)s") % {
        "round": pairing.round.number,
        "board": pairing.board_number,
    }
    lines = [(_("Result"), view.result_text)] if view.result_text else []
    if view.last is not None:
        lines.append((_("Last move"), _numbered(view)))
    return PreviewCard(
        section.event.name,
        f"{view.white}\n{view.black}",
        tuple(lines),
        f"{section.name} · {place}",
        colour=branding_of(section.event.organisation).ink,
        shows=view.fen,
    )


def _numbered(view: LiveView) -> str:
    """Return the last move as "12. 32-28", or "12... 19-23" of the side that moves second."""
    numbers = MoveNumbers.of_fen(view.start_fen, variant_named(view.pairing.round.section.variant))
    ply = len(view.moves)
    dots = "." if (ply + numbers.begins_second) % 2 else "..."
    return f"{numbers.number(ply)}{dots} {view.moves[-1].text}"
