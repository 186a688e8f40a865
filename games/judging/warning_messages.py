"""Texts of repairs the reader made in a score, and of positions it could not read."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

WARNINGS: Final[dict[str, str | Promise]] = {
    "blanks_in_move": gettext_lazy("%(text)s: spaces inside a move; they were ignored."),
    "odd_separator": gettext_lazy("%(text)s: an unusual separator; read as a dash or a capture sign."),
    "leading_zero": gettext_lazy("%(text)s: squares are written without a leading zero."),
    "short_notation": gettext_lazy(
        "%(text)s: short notation; the full squares were worked out from the rules."
    ),
    "capital_squares": gettext_lazy("%(text)s: squares are written in small letters."),
    "digits_together": gettext_lazy("%(text)s: digits run together; read as two squares."),
    "number_without_dot": gettext_lazy("%(text)s: a move number without a dot."),
    "score_not_move": gettext_lazy("%(text)s was read as a result, not as a move."),
    "second_terminator": gettext_lazy("%(text)s: the game had already ended; this was ignored."),
    "stray_text": gettext_lazy("“%(text)s” is not part of the notation and was ignored."),
    "move_unreadable": gettext_lazy("“%(text)s” cannot be read as a move."),
    "comment_to_line_end": gettext_lazy("A comment after a semicolon; it ends at the end of the line."),
    "comment_in_round_brackets": gettext_lazy("The round brackets contain a comment here, not a variation."),
    "comment_nested": gettext_lazy("A comment contains another; both were read as one."),
    "comment_unclosed": gettext_lazy("A comment is not closed; its end was assumed."),
    "bracket_unclosed": gettext_lazy("A bracket is not closed; its end was assumed."),
    "bracket_unopened": gettext_lazy("A closing bracket without an opening one was ignored."),
    "variation_unclosed": gettext_lazy("A variation is not closed; it ends with the game."),
    "nested_too_deep": gettext_lazy(
        "Variations are nested deeper than %(depth)s levels; the innermost were ignored."
    ),
    "tag_without_value": gettext_lazy("The tag %(name)s has no value."),
    "tag_quotes": gettext_lazy("The tag %(name)s has missing or curly quotation marks."),
    "tag_over_lines": gettext_lazy("The tag %(name)s spans several lines."),
    "tag_bracket": gettext_lazy("The tag %(name)s is not closed."),
    "tag_cut": gettext_lazy("The tag %(name)s has %(characters)s characters and was truncated."),
    "record_cut": gettext_lazy("The record has more than %(characters)s characters and was truncated."),
    "fen_spaces": gettext_lazy("The FEN contains spaces; they were ignored."),
    "fen_final_dot": gettext_lazy("The FEN ends in a dot; it was ignored."),
}

FEN_FAULTS: Final[dict[str, str | Promise]] = {
    "fen_too_long": gettext_lazy("it has %(length)s characters, more than %(limit)s"),
    "fen_side_missing": gettext_lazy("it does not start with the side to move: %(text)s"),
    "fen_colour_missing": gettext_lazy("a part does not name its side: %(text)s"),
    "fen_piece_unreadable": gettext_lazy("a piece cannot be read: %(text)s"),
    "fen_square_twice": gettext_lazy("square %(square)s appears twice"),
    "fen_square_off_board": gettext_lazy("square %(square)s is not on this board of %(squares)s squares"),
}
