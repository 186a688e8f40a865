"""Texts of repairs the reader made in a score, and of positions it could not read."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

WARNINGS: Final[dict[str, str | Promise]] = {
    "blanks_in_move": gettext_lazy("%(text)s: blanks inside a move; they were left out."),
    "odd_separator": gettext_lazy("%(text)s: an unusual separator; it was read as a dash or a capture sign."),
    "leading_zero": gettext_lazy("%(text)s: squares are written without a leading zero."),
    "short_notation": gettext_lazy("%(text)s: short notation; the full squares were found by the rules."),
    "capital_squares": gettext_lazy("%(text)s: squares are written in small letters."),
    "digits_together": gettext_lazy("%(text)s: digits run together; they were read as two squares."),
    "number_without_dot": gettext_lazy("%(text)s: a move number without its dot."),
    "score_not_move": gettext_lazy("%(text)s was read as a score, not as a move."),
    "second_terminator": gettext_lazy("%(text)s: the game had ended before; this was left aside."),
    "stray_text": gettext_lazy("“%(text)s” is no part of the notation and was left aside."),
    "move_unreadable": gettext_lazy("“%(text)s” cannot be read as a half-move."),
    "comment_to_line_end": gettext_lazy("A comment after a semicolon; it ends with its line."),
    "comment_in_round_brackets": gettext_lazy("Round brackets hold a comment here, not a variation."),
    "comment_nested": gettext_lazy("A comment holds another; both were read as one."),
    "comment_unclosed": gettext_lazy("A comment is not closed; its end was guessed."),
    "bracket_unclosed": gettext_lazy("A bracket is not closed; its end was guessed."),
    "bracket_unopened": gettext_lazy("A closing bracket without an opening one was left aside."),
    "variation_unclosed": gettext_lazy("A variation is not closed; it ends with the game."),
    "nested_too_deep": gettext_lazy(
        "Variations are nested deeper than %(depth)s; the innermost were left aside."
    ),
    "tag_without_value": gettext_lazy("The tag %(name)s has no value."),
    "tag_quotes": gettext_lazy("The tag %(name)s has missing or curly quotation marks."),
    "tag_over_lines": gettext_lazy("The tag %(name)s runs over several lines."),
    "tag_bracket": gettext_lazy("The tag %(name)s is not closed."),
    "tag_cut": gettext_lazy("The tag %(name)s has %(characters)s characters and was cut."),
    "record_cut": gettext_lazy("The record has more than %(characters)s characters and was cut there."),
    "fen_spaces": gettext_lazy("The FEN holds blanks; they were left out."),
    "fen_final_dot": gettext_lazy("The FEN ends in a dot; it was left out."),
}

FEN_FAULTS: Final[dict[str, str | Promise]] = {
    "fen_too_long": gettext_lazy("it has %(length)s characters, more than %(limit)s"),
    "fen_side_missing": gettext_lazy("it does not start with the side to move: %(text)s"),
    "fen_colour_missing": gettext_lazy("a part does not say which side it is about: %(text)s"),
    "fen_piece_unreadable": gettext_lazy("a piece cannot be read: %(text)s"),
    "fen_square_twice": gettext_lazy("square %(square)s is named twice"),
    "fen_square_off_board": gettext_lazy("square %(square)s is not among the %(squares)s squares"),
}
