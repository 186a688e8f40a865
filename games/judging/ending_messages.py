"""Texts about endings: values, lines, counts, and the rule that no law book lets a table decide a game."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Text = str | Promise
Facts = Mapping[str, Any]

SIDES: Final[dict[str, Text]] = {"white": gettext_lazy("White"), "black": gettext_lazy("Black")}

OUTCOMES: Final[dict[str, Text]] = {
    "proved_win": gettext_lazy("Proved: %(winner)s wins."),
    "proved_loss": gettext_lazy("Proved: %(winner)s wins."),
    "proved_draw": gettext_lazy("Proved: a draw."),
    "unproved": gettext_lazy("Not proved: no certain win or draw was found in the time available."),
}
BOUNDS: Final[dict[tuple[str, str], Text]] = {
    ("loss", "draw"): gettext_lazy("Proved: %(side)s, to move, does not win."),
    ("draw", "win"): gettext_lazy("Proved: %(side)s, to move, does not lose."),
}
SOURCES: Final[dict[str, Text]] = {
    "rules": gettext_lazy("The game has ended on the board."),
    "table": gettext_lazy("From the ending table with up to %(pieces)s pieces."),
    "table/beyond": gettext_lazy("From the table for this kind of ending, with %(pieces)s pieces."),
    "search": gettext_lazy("Found by search; all replies were considered."),
}
ADVISORY: Final[Text] = gettext_lazy("Advisory only: no law book lets a table decide a game.")
GROUNDS: Final[dict[str, Text]] = {
    "arbiter": gettext_lazy("The arbiter decides under the articles below."),
    "unconfirmed": gettext_lazy(
        "It is unconfirmed whether this law book lets the arbiter decide; the closest articles are below."
    ),
    "silent": gettext_lazy("This law book does not say who decides an unfinished game (unconfirmed)."),
}
TABLES: Final[dict[str, Text]] = {
    "none": gettext_lazy(
        "There is no ending table for these rules yet; only the search is available. The "
        "administrator can build one under “Ending tables”."
    ),
    "larger": gettext_lazy(
        "An ending table with %(pieces)s pieces would solve this. The administrator can build it "
        "under “Ending tables”."
    ),
    "refused": gettext_lazy(
        "The ending table for these rules is unusable; only the search is available. The "
        "administrator can rebuild it under “Ending tables”."
    ),
    "rules_with_memory": gettext_lazy(
        "Under these rules, legal moves also depend on earlier moves, so nothing can be proved "
        "from the position."
    ),
}
COUNTS: Final[dict[str, Text]] = {
    "excluded": gettext_lazy(
        "The count of %(limit)s moves (%(article)s) cannot be complete before the end, if at most "
        "%(spare)s were counted before this position."
    ),
    "excluded/known": gettext_lazy(
        "The count of %(limit)s moves (%(article)s) cannot be complete before the end: %(before)s were "
        "counted before this position."
    ),
    "possible": gettext_lazy(
        "The count of %(limit)s moves (%(article)s) could be complete before the end: this line takes "
        "it to %(longest)s, and longer play is possible."
    ),
    "reached": gettext_lazy(
        "The count of %(limit)s moves (%(article)s) is complete on this line before the end: the game "
        "could be drawn first."
    ),
    "reached/stands": gettext_lazy(
        "This kind of ending is an immediate draw (%(article)s); the arbiter checks this first."
    ),
    "reached/at_once": gettext_lazy("This line reaches an ending that is an immediate draw (%(article)s)."),
}
VALUES: Final[dict[str, Text]] = {
    "win": gettext_lazy("won"),
    "draw": gettext_lazy("drawn"),
    "loss": gettext_lazy("lost"),
}


def outcome_sentence(facts: Facts) -> str:
    """Return the proved outcome, and the half-moves to the end of the game."""
    side = str(SIDES[facts["side"]])
    named = {"winner": str(SIDES.get(facts["winner"], "")), "side": side}
    said = [str(OUTCOMES[facts["outcome"]]) % named]
    if facts["distance"] is not None and facts["winner"]:
        if moves := _moves_of_winner(facts["distance"]):
            sentence = ngettext(
                "With best play by both sides it takes %(moves)d more move.",
                "With best play by both sides it takes %(moves)d more moves.",
                moves,
            )
            said.append(sentence % {"moves": moves})
    elif facts["within"]:
        sentence = ngettext(
            "It takes %(moves)d more move at most.",
            "It takes %(moves)d more moves at most.",
            _moves_of_winner(facts["within"]),
        )
        said.append(sentence % {"moves": _moves_of_winner(facts["within"])})
    bound = BOUNDS.get((facts["least"], facts["most"]))
    if bound is not None:
        said.append(str(bound) % named)
    return " ".join(said)


def _moves_of_winner(plies: int) -> int:
    """Return the number of moves the winner makes; the last move of a won game is always the winner's."""
    return (plies + 1) // 2


def source_sentence(source: str, *, most_pieces: int, pieces: int) -> str:
    """Return the source of the answer, for a position with so many pieces."""
    key = "table/beyond" if source == "table" and pieces > most_pieces else source
    return str(SOURCES[key]) % {"pieces": max(pieces, most_pieces)} if key in SOURCES else ""


def grounds_sentence(key: str) -> str:
    """Return the text on the authority under this law book."""
    return str(GROUNDS[key])


def table_sentence(code: str, *, pieces: int = 0) -> str:
    """Explain the lack of an answer by the tables, and how to order one."""
    return str(TABLES[code]) % {"pieces": pieces}


def count_sentence(facts: Facts, *, is_game_known: bool) -> str:
    """Describe a count of the law book that could come between."""
    key = facts["interference"]
    if key == "excluded" and is_game_known:
        key = "excluded/known"
    if key == "reached" and not facts["limit"]:
        key = "reached/stands" if facts.get("stands") else "reached/at_once"
    # The facts count half-moves, players count moves of each side.
    moves = {name: (facts[name] or 0) // 2 for name in ("limit", "longest", "before", "spare")}
    said = str(COUNTS[key]) % {**facts, **moves}
    doubt = _("The article is unconfirmed.")
    return f"{said} {doubt}" if facts["certainty"] == "unconfirmed" else said


def turn_sentence(facts: Facts) -> str:
    """Describe a move that gave something away, with the moves that preserved the value."""
    sentence = _(
        "%(text)s by %(side)s turned a %(before)s position into a %(after)s one; %(keeping)s would "
        "have preserved it."
    )
    return sentence % {
        "side": SIDES[facts["side"]],
        "text": facts["text"],
        "before": VALUES[facts["before"]],
        "after": VALUES[facts["after"]],
        "keeping": ", ".join(facts["keeping"]),
    }
