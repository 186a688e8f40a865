"""An adjudication and a report of endings as text for people."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.judging.move_numbers import MoveNumbers

Data = Mapping[str, Any]
MOVES_A_LINE = 12


def adjudication_lines(found: Data) -> list[str]:
    """List the value, the line, the counts of the law book, and the deciding authority."""
    lines = [found["fen"], found["sentence"]]
    if found["source_sentence"]:
        lines.append(found["source_sentence"])
    lines += _played(found)
    lines += [f"  {count['sentence']}" for count in found["counts"]]
    if found["table_sentence"]:
        lines.append(found["table_sentence"])
    if found.get("table_command"):
        lines.append(f"  {found['table_command']}")
    lines += [found["advisory"], found["grounds_sentence"]]
    lines += [
        f"  {one['article']} {one['article_heading']}: {one['article_text']}" for one in found["articles"]
    ]
    return lines


def _played(found: Data) -> list[str]:
    texts = [_numbered(move, found["first_side"], is_first=not at) for at, move in enumerate(found["line"])]
    rows = [" ".join(texts[at : at + MOVES_A_LINE]) for at in range(0, len(texts), MOVES_A_LINE)]
    if rows and not found["line_is_whole"]:
        rows[-1] += " …"
    return [f"  {row}" for row in rows]


def _numbered(move: Data, first_side: str, *, is_first: bool) -> str:
    """Return a move with its number, where a score sheet has one."""
    if move["side"] == first_side:
        return f"{move['number']}. {move['text']}"
    return f"{move['number']}... {move['text']}" if is_first else str(move["text"])


def report_lines(found: Data, moves: MoveNumbers) -> list[str]:
    """List the mistakes in a game's endings, with their places."""
    players = " - ".join(filter(None, (found["white"], found["black"])))
    heading = _("%(file)s: game %(number)d") % {"file": found["file"], "number": found["game"]}
    heading = f"{heading}  {players}".rstrip()
    endings = found["endings"]
    if not endings["pieces"]:
        return [heading, "  " + _("There is no ending table for these rules.")]
    if endings["from_ply"] is None:
        line = _("No position had %(pieces)d pieces or fewer.") % {"pieces": endings["pieces"]}
        return [heading, "  " + line]
    count = len(endings["turns"])
    line = ngettext(
        "The table covers the game from move %(ply)s; %(count)d change of value.",
        "The table covers the game from move %(ply)s; %(count)d changes of value.",
        count,
    )
    lines = [heading, "  " + line % {"ply": moves.label(endings["from_ply"]), "count": count}]
    return lines + [f"  {moves.label(turn['ply'])}: {turn['sentence']}" for turn in endings["turns"]]
