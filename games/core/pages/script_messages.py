"""Texts of the pages' scripts, in the page's language: the scripts themselves contain no sentence."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def script_messages() -> dict[str, str]:
    """Return sentences by key; the script fills in {names}."""
    return _board_messages() | _viewer_messages() | _entry_messages()


def _board_messages() -> dict[str, str]:
    return {
        "board": _("Board. Arrow keys move between squares, Enter picks up and plays, Escape puts back."),
        "board_to_set_up": _(
            "Board. Arrow keys move between squares, Enter places or removes the chosen piece, "
            "Delete clears a square, 1 to 5 choose a piece."
        ),
        "white_man": _("white man"),
        "white_king": _("white king"),
        "black_man": _("black man"),
        "black_king": _("black king"),
        "empty": pgettext("square", "empty"),
        "picked": pgettext("piece", "picked up"),
        "can_move": pgettext("piece", "can move"),
        "move_here": pgettext("square", "move here"),
        "put_back": pgettext("piece", "put back"),
        "choose_way": _("Several captures end there: press a square on the path or a captured piece."),
    }


def _viewer_messages() -> dict[str, str]:
    return {
        "start": _("Start"),
        "white_to_move": _("White to move"),
        "black_to_move": _("Black to move"),
        "no_answer": _("The server did not answer. Try again in a moment."),
    }


def _entry_messages() -> dict[str, str]:
    return {
        "white": _("White"),
        "black": _("Black"),
        "forced": _("{move} was the only move and has been played."),
        "played": _("{side} played {move}."),
        "must_capture": _("Capturing is compulsory here."),
        "won": _("The game is over: {side} has won."),
        "taken_back": _("{move} undone."),
        "not_a_move": _("{text} is not a move on this board."),
        "cut": _("The game now ends after {move}."),
        "illegal": _("{move} is not a legal move."),
        "illegal_move": _("illegal move"),
        "enter_as_played": _("Accept as played"),
        "played_illegal": _("{move} recorded as played. It is illegal; play continues from there."),
        "several": _("{text} matches several moves: choose one."),
        "go_on_with": _("Continue: {variant}, moves: {count}"),
        "nothing_yet": _("No moves yet."),
        "too_large": _("That is more than {limit}. Send fewer games, or import the file."),
        "form_too_old": _("This page has expired. Reload it and submit the record again."),
    }
