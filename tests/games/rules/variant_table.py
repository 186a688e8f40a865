"""The table of the variants in ``games/README.md``, made from the facts, the law books and the node counts.

``PYTHONPATH=. .venv/bin/python tests/games/rules/variant_table.py`` writes it anew; a test says when
that is due.
"""

from pathlib import Path

from published_counts import LIKE, listed

from games.laws import LAW_BOOKS
from games.laws.books import DEFAULT_BOOK_OF
from games.laws.law_book import Certainty
from games.rules import VARIANTS, Criterion, Crowning, Goal, KingLanding, Lines, Removal

REPOSITORY = Path(__file__).resolve().parents[3]
README = REPOSITORY / "games" / "README.md"
BEGIN, END = "<!-- variants: made by tests/games/rules/variant_table.py -->", "<!-- end of variants -->"
HEAD = (
    "variant",
    "moves",
    "draws",
    "notation",
    "law book and its source",
    "node counts from the start",
    "unconfirmed",
)
COUNTED = 10_000_000  # leaves to which `make bench` counts
CROWNING = {
    Crowning.STOPS: "crowned in a capture: it ends",
    Crowning.PASSES: "on through the king row as a man",
    Crowning.AT_ONCE: "crowned in a capture: on as a king",
}
ORDER = {
    Criterion.MOST_PIECES: "most pieces",
    Criterion.MOST_VALUE: "highest value",
    Criterion.BY_KING: "with a king",
    Criterion.MOST_KINGS: "most kings",
    Criterion.KING_EARLIEST: "king met earliest",
}
LANDING = {
    KingLanding.ANYWHERE: "flying king",
    KingLanding.DIRECTLY_BEHIND: "flying king, lands directly behind",
    KingLanding.DIRECTLY_BEHIND_KING: "flying king, stops directly behind a king",
}
GOAL = {Goal.BLOCK: (), Goal.LOSE_ALL: ("who cannot move wins",), Goal.FIRST_KING: ("the first king wins",)}


def moves(variant):
    geometry = variant.geometry
    men = variant.tables.sides[0].start.bit_count()
    said = [f"{geometry.width}x{geometry.height}, {men} men, {variant.first_to_move.key} first"]
    if variant.captures_along is not Lines.DIAGONAL:
        eight = variant.captures_along is Lines.BOTH
        said.append("captures in eight directions" if eight else "along rows and columns, men also sideways")
    said.append(f"men capture {'backward too' if variant.man_captures_backward else 'no way back'}")
    if not variant.man_captures_king:
        said[-1] += " and no king"
    said.append(LANDING[variant.king_landing] if variant.king_flies else "king of one step")
    said.append(
        ", then ".join(ORDER[criterion] for criterion in variant.priority) or "any capture may be chosen"
    )
    said.append(CROWNING[variant.crowning])
    if variant.removal is Removal.AT_ONCE:
        said.append("lifted at once" + ("" if variant.may_turn_back else ", no turn of 180 degrees"))
    if variant.king_moves_in_a_row:
        said.append(f"{variant.king_moves_in_a_row} quiet moves of one king in a row")
    return "; ".join([*said, *GOAL[variant.goal]])


def doubt(rule):
    return "?" if rule.certainty is Certainty.UNCONFIRMED else ""


def draws(book):
    again = book.repetition
    said = [f"position {again.occurrence} times{doubt(again)} ({again.article})"] if again else []
    for clock in book.clocks:
        count = f"{clock.limit // 2} moves" if clock.limit else "at once"
        said.append(f"{count}{doubt(clock)} ({clock.article})")
    return "; ".join(said) or "none found: players agree or the arbiter decides"


def notation(variant):
    written = "letters" if variant.uses_letters else "numbers"
    return f"{written}, `{variant.game_type}`" if variant.game_type else f"{written}, no GameType"


def law_book(variant):
    book = DEFAULT_BOOK_OF[variant.key]
    others = [f"`{one.key}`" for one in LAW_BOOKS.values() if variant.key in one.variants and one != book]
    return f"`{book.key}`{' or ' if others else ''}{', '.join(others)}: {book.source}"


def node_counts(variant):
    starts = [
        series
        for series in listed()
        if series.key == variant.key and series.name == "start" and not series.changed
    ]
    if not starts:
        return "none published under its own rules; its board under international ones"
    depth, counted = (min(pick(series) for series in starts) for pick in (
        lambda series: max(series.counts), lambda series: series.depth_of(COUNTED),
    ))  # fmt: skip
    like = f"those of {LIKE[variant.key]}: " if variant.key in LIKE else ""
    kind = "published" if all(series.is_published for series in starts) else "by an independent generator"
    return f"{like}to {depth} {kind}, to {counted} counted"


def unconfirmed(variant):
    book = DEFAULT_BOOK_OF[variant.key]
    facts = [fact.replace("_", " ") for fact in sorted(variant.unconfirmed)]
    articles = [one.id for one in book.articles.values() if one.certainty is Certainty.UNCONFIRMED]
    return ", ".join([*facts, *articles]) or "nothing"


def table():
    """The lines of the table."""
    rows = [HEAD, ["---"] * len(HEAD)]
    for variant in VARIANTS.values():
        book = DEFAULT_BOOK_OF[variant.key]
        rows.append([
            f"`{variant.key}`", moves(variant), draws(book), notation(variant), law_book(variant),
            node_counts(variant), unconfirmed(variant),
        ])  # fmt: skip
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def readme_with_table(text):
    """The README with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    README.write_text(readme_with_table(README.read_text("utf-8")), "utf-8")
