"""Facts of a game of draughts and draw rules of a law book, as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.judging.messages import article_heading, ordinal
from games.laws.law_book import Certainty, DrawClock, LawBook, Repetition
from games.rules import Criterion, Crowning, Goal, KingLanding, Lines, Removal, Side, Variant

Text = str | Promise


class FactLine(NamedTuple):
    """One fact: its subject, value and source, and a mark if it could not be confirmed."""

    label: Text
    value: str
    source: str
    is_unconfirmed: bool


class DrawLine(NamedTuple):
    """One kind of draw: its article, its count, and the person who brings it about."""

    article: str
    heading: str
    value: str
    status: Text
    is_unconfirmed: bool


CRITERIA: Final[dict[Criterion, Text]] = {
    Criterion.MOST_PIECES: gettext_lazy("the most pieces"),
    Criterion.MOST_VALUE: gettext_lazy("the highest value, a king a little less than two men"),
    Criterion.BY_KING: gettext_lazy("with a king"),
    Criterion.MOST_KINGS: gettext_lazy("the most kings"),
    Criterion.KING_EARLIEST: gettext_lazy("a king as early as possible"),
}
CROWNINGS: Final[dict[Crowning, Text]] = {
    Crowning.STOPS: gettext_lazy("it is crowned and the move ends there"),
    Crowning.PASSES: gettext_lazy("it continues as a man and is crowned only where the move ends"),
    Crowning.AT_ONCE: gettext_lazy("it is crowned and continues as a king"),
}
REMOVALS: Final[dict[Removal, Text]] = {
    Removal.AT_END: gettext_lazy("after the whole capture"),
    Removal.AT_ONCE: gettext_lazy("each immediately"),
}
LANDINGS: Final[dict[KingLanding, Text]] = {
    KingLanding.ANYWHERE: gettext_lazy("any distance; lands anywhere behind what it captures"),
    KingLanding.DIRECTLY_BEHIND: gettext_lazy("any distance; lands directly behind what it captures"),
    KingLanding.DIRECTLY_BEHIND_KING: gettext_lazy(
        "any distance; stops directly behind a king that it captures last"
    ),
}
GOALS: Final[dict[Goal, Text]] = {
    Goal.BLOCK: gettext_lazy("a player with no piece or no move loses"),
    Goal.LOSE_ALL: gettext_lazy("a player with no piece or no move wins"),
    Goal.FIRST_KING: gettext_lazy("the first king wins; a player without a move loses"),
}
LINES: Final[dict[Lines, Text]] = {
    Lines.DIAGONAL: gettext_lazy("along diagonals"),
    Lines.ORTHOGONAL: gettext_lazy("along rows and files"),
    Lines.BOTH: gettext_lazy("along diagonals, rows and files"),
}
STATUSES: Final[dict[str, Text]] = {
    "claimable": gettext_lazy("must be claimed"),
    "mandatory": gettext_lazy("automatic"),
    "arbiter": gettext_lazy("the arbiter decides"),
}


def fact_lines(variant: Variant) -> list[FactLine]:
    """The facts of a game, in the order in which a player meets them."""
    return [
        FactLine(label, value, " · ".join(dict.fromkeys(_sources(variant, names))), _is_open(variant, names))
        for label, names, word in ROWS
        if (value := word(variant))
    ]


def _sources(variant: Variant, names: tuple[str, ...]) -> Iterator[str]:
    return (variant.articles[name] for name in names if variant.articles.get(name))


def _is_open(variant: Variant, names: tuple[str, ...]) -> bool:
    return any(name in variant.unconfirmed for name in names)


def _board(variant: Variant) -> str:
    geometry = variant.geometry
    facts = {"width": geometry.width, "height": geometry.height, "squares": geometry.squares}
    return _("%(width)s by %(height)s, %(squares)s playing squares") % facts


def _men(variant: Variant) -> str:
    facts = {"men": variant.tables.sides[0].start.bit_count(), "rows": variant.rows_of_men}
    text = ngettext("%(men)s a side on %(rows)s row", "%(men)s a side on %(rows)s rows", variant.rows_of_men)
    return text % facts


def _first(variant: Variant) -> str:
    return _("White") if variant.first_to_move is Side.WHITE else _("Black, the dark side")


def _man_moves(variant: Variant) -> str:
    if variant.man_goes_sideways:
        return _("one square forward or sideways")
    return _("one square diagonally forward")


def _man_captures(variant: Variant) -> str:
    facts = {"lines": LINES[variant.captures_along]}
    if variant.man_captures_backward:
        text = _("forward and backward, %(lines)s") % facts
    elif variant.man_goes_sideways:
        text = _("forward and sideways, %(lines)s") % facts
    else:
        text = _("forward only, %(lines)s") % facts
    return text if variant.man_captures_king else _("%(captures)s; never a king") % {"captures": text}


def _king(variant: Variant) -> str:
    if not variant.king_flies:
        return _("one square in any direction")
    text = str(LANDINGS[variant.king_landing])
    if variant.king_landing is KingLanding.ANYWHERE and variant.king_must_land_to_go_on:
        return _("%(lands)s, but where it can continue capturing, if possible") % {"lands": text}
    return text


def _row_of_moves(variant: Variant) -> str:
    if not variant.king_moves_in_a_row:
        return ""
    text = _("no more than %(number)s in a row by the same king without a capture, while its side has men")
    return text % {"number": variant.king_moves_in_a_row}


def _priority(variant: Variant) -> str:
    if not variant.priority:
        return _("any capture may be chosen")
    return _(", then ").join(str(CRITERIA[one]) for one in variant.priority)


def _removal(variant: Variant) -> str:
    text = str(REMOVALS[variant.removal])
    if variant.removal is Removal.AT_ONCE and not variant.may_turn_back:
        return _("%(lifted)s; no reversal of direction between two captures") % {"lifted": text}
    return text


def _notation(variant: Variant) -> str:
    squares = _("letters and numbers") if variant.uses_letters else _("numbers")
    if not variant.game_type_text:
        return squares
    return _("%(squares)s; GameType %(game_type)s") % {
        "squares": squares,
        "game_type": variant.game_type_text,
    }


ROWS: Final[tuple[tuple[Text, tuple[str, ...], Callable[[Variant], str]], ...]] = (
    (gettext_lazy("Board"), ("geometry",), _board),
    (gettext_lazy("Men"), ("rows_of_men", "empty_rows_behind"), _men),
    (gettext_lazy("First move"), ("first_to_move",), _first),
    (gettext_lazy("A man moves"), ("moves_along", "man_goes_sideways"), _man_moves),
    (
        gettext_lazy("A man captures"),
        ("captures_along", "man_captures_backward", "man_captures_king"),
        _man_captures,
    ),
    (gettext_lazy("A king"), ("king_flies", "king_landing", "king_must_land_to_go_on"), _king),
    (gettext_lazy("Moves of one king"), ("king_moves_in_a_row",), _row_of_moves),
    (gettext_lazy("Which capture"), ("priority",), _priority),
    (
        gettext_lazy("A man reaching the king row in a capture"),
        ("crowning",),
        lambda variant: str(CROWNINGS[variant.crowning]),
    ),
    (gettext_lazy("Captured pieces are lifted"), ("removal", "may_turn_back"), _removal),
    (gettext_lazy("Winning"), ("goal",), lambda variant: str(GOALS[variant.goal])),
    (gettext_lazy("Notation"), ("game_type",), _notation),
)


def draw_lines(book: LawBook) -> list[DrawLine]:
    """List the counted draws of a book: repetition first, then its clocks."""
    lines = [_repetition_line(book, book.repetition)] if book.repetition else []
    return lines + [_clock_line(book, clock) for clock in book.clocks]


def _repetition_line(book: LawBook, rule: Repetition) -> DrawLine:
    text = (
        _("the next move would produce the same position for the %(occurrence)s time")
        if rule.before_the_move
        else _("the same position occurs for the %(occurrence)s time")
    )
    return DrawLine(
        rule.article,
        article_heading(book.lookup(rule.article)),
        text % {"occurrence": ordinal(rule.occurrence)},
        STATUSES[rule.status.value],
        rule.certainty is Certainty.UNCONFIRMED,
    )


def _clock_line(book: LawBook, clock: DrawClock) -> DrawLine:
    if not clock.limit:
        text = _("immediately")
    elif clock.by_stronger:
        text = _("%(moves)s moves by the stronger side") % {"moves": clock.limit // 2}
    else:
        text = _("%(moves)s moves by each side") % {"moves": clock.limit // 2}
    if clock.condition and clock.condition.most:
        pieces = {"count": text, "least": clock.condition.least, "most": clock.condition.most}
        text = _("%(count)s with %(least)s or %(most)s pieces") % pieces
    if clock.on_request:
        text = _("%(count)s, counted on request") % {"count": text}
    if clock.contradicts:
        text = _("%(count)s; contradicted by %(articles)s") % {
            "count": text,
            "articles": ", ".join(clock.contradicts),
        }
    if clock.subject_to:
        text = _("%(count)s; not if %(articles)s applies") % {
            "count": text,
            "articles": ", ".join(clock.subject_to),
        }
    return DrawLine(
        clock.article,
        article_heading(book.lookup(clock.article)),
        text,
        STATUSES[clock.status.value],
        clock.certainty is Certainty.UNCONFIRMED,
    )
