"""Record 001: the player's columns, and a cell for each round."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.exchange.trf.columns import Line, record_by_columns, stray, written
from tournaments.exchange.trf.errors import ResultUnknown
from tournaments.exchange.trf.layouts import FIRST_ROUND_AT, PLAYER, ROUND_WIDTH
from tournaments.exchange.trf.results import MEANT, WITH_OPPONENT, WITHOUT_OPPONENT
from tournaments.exchange.trf.values import BLANK, Cell, FileRepair, ReportedPlayer
from tournaments.pairing.values import Colour

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b", None: "-"}
BYE_OPPONENT = "0000"
FORFEITS = frozenset("+-")


def player_in(
    line: Line, mended: list[FileRepair], *, list_of: str = "", of_teams: bool = False
) -> ReportedPlayer:
    """Parse the player of a line, with the repairs; in a team a forfeit may have no opponent."""
    meant = {letter: bye for letter, bye in MEANT.items() if not (of_teams and letter in FORFEITS)}
    if list_of:
        line = replace(line, text=PLAYER.code + line.text[len(list_of) :])
    if "," in line.text[80:84]:
        line = replace(line, text=line.text[:80] + line.text[80:84].replace(",", ".") + line.text[84:])
        mended.append(FileRepair(line.number, "decimal_comma"))
    line, is_in_bytes = _realign(line, mended)
    player: ReportedPlayer = record_by_columns(PLAYER, line)
    if is_in_bytes:
        player = replace(player, name=_name_in_bytes(line))
    cells = []
    for round_number, first in enumerate(range(FIRST_ROUND_AT, len(line.text) + 1, ROUND_WIDTH), start=1):
        cells.append(_cell_in(line, first, player.number, round_number, mended, meant))
    while cells and cells[-1].is_blank:
        cells.pop()
    return replace(player, rounds=tuple(cells), list_of=list_of)


def _realign(line: Line, mended: list[FileRepair]) -> tuple[Line, bool]:
    """Realign the columns of a line; report if its writer had counted bytes for letters."""
    at = _stray(line)
    if not at:
        return line, False
    in_bytes = replace(line, text=line.text.encode("utf-8").decode("latin-1"))
    if in_bytes.text != line.text and not _stray(in_bytes):
        mended.append(FileRepair(line.number, "columns_in_bytes"))
        return in_bytes, True
    mended.append(FileRepair(line.number, "stray_text", {"column": at}))
    return line, False


def _name_in_bytes(line: Line) -> str:
    """Return the name of a line that has a character for each byte.

    Decode it before blanks are removed: the second byte of "à" is a blank in Latin-1.
    """
    name = next(column for column in PLAYER.columns if column.name == "name")
    return line.text[name.first - 1 : name.last].encode("latin-1").decode("utf-8").strip()


def _stray(line: Line) -> int:
    return stray(PLAYER, replace(line, text=line.text[: FIRST_ROUND_AT - 1]))


def _cell_in(
    line: Line, first: int, number: int, round_number: int, mended: list[FileRepair], meant: Mapping[str, str]
) -> Cell:
    """Parse one round: columns `first` to `first` + 3 the opponent, + 5 the colour, + 7 the result."""
    text = line.text[first - 1 : first - 1 + ROUND_WIDTH].ljust(ROUND_WIDTH)
    if not text.strip():
        return BLANK
    found, letter, result = text[:4].strip(), text[5], text[7].strip()
    if (found and not (found.isascii() and found.isdigit())) or text[4] != " " or text[6] != " ":
        raise line.unreadable(first, text.strip(), "round", last=first + ROUND_WIDTH - 1)
    if letter.lower() not in "wb- ":
        raise line.unreadable(first + 5, letter, "colour", last=first + 5)
    opponent = int(found or 0)
    facts = {"player": number, "round": round_number}
    if result.upper() != result or letter.lower() != letter:
        mended.append(FileRepair(line.number, "letter_case", facts))
        result = result.upper()
    if not opponent and result in meant:
        bye = meant[result]
        mended.append(FileRepair(line.number, "bye_letter", {**facts, "found": result, "meant": bye}))
        result = bye
    known = WITH_OPPONENT if opponent else WITHOUT_OPPONENT
    if result and result not in known:
        raise ResultUnknown(**line.at(first + 7, result), **facts, known=" ".join(known))
    if not opponent and not result:
        return BLANK
    return Cell(opponent, COLOURS.get(letter.lower()), result)


def player_line(player: ReportedPlayer) -> str:
    """The line of a player, without blanks at its end."""
    line = written(PLAYER, player)
    if player.list_of:
        line = player.list_of + line[len(PLAYER.code) :]
    if not player.rounds:
        return line
    return (line.ljust(FIRST_ROUND_AT - 1) + "".join(map(_cell_text, player.rounds))).rstrip()


def _cell_text(cell: Cell) -> str:
    if cell.is_blank:
        return " " * ROUND_WIDTH
    opponent = str(cell.opponent) if cell.opponent else BYE_OPPONENT
    return f"{opponent:>4} {LETTERS[cell.colour]} {cell.result or ' '}  "
