"""Touch records: `[%touch b 11]`, `[%adjust w 22 announced]`, `[%corner b 11 15]`, `[%recalled b 11-16]`.

Incidents are written with them, `[%incident b distracting]` (list in `incidents`); of neither side is
`[%incident - agreed_result]`.

They are in comments before the move they concern, so that a ruling can be repeated from the
PDN alone. A touch binds the player on turn to the first playable piece he touched (SL-T4), a
corner to its direction (SL-T5), a recalled move to its piece if that can move at all (SL-M16).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.laws.lexicon import lexicon
from games.laws.replay_result import Replay
from games.pdn import Comment, GameRecord, MoveText
from games.pdn.moves import read_move
from games.rules import Side, Variant

KINDS: Final = frozenset({"touch", "adjust", "corner", "recalled", "incident"})
SIDES: Final = {"w": Side.WHITE, "b": Side.BLACK, "r": Side.BLACK, "d": Side.BLACK}
NOBODY: Final = "-"


class TouchRecord(NamedTuple):
    """Command of a touch: the ply it is before, its content, and its place in the text."""

    ply: int
    kind: str
    side: Side | None  # None: an incident of neither
    squares: tuple[int, ...]
    words: tuple[str, ...]
    offset: int

    @property
    def text(self) -> str:
        """Text of the command after the side, as written."""
        return " ".join(self.words)


def token_plies(record: GameRecord, replay: Replay) -> list[int]:
    """Return for each written move the ply it belongs to; hops of one jump share a ply."""
    plies: list[int] = []
    first_unplayed = len(record.moves) - replay.unplayed
    ply = 0
    for index, token in enumerate(record.moves):
        if index >= first_unplayed:
            plies.append(len(replay.moves) + 1 + index - first_unplayed)
            continue
        if ply < len(replay.tokens) and token is replay.tokens[ply]:
            ply += 1
        plies.append(ply)
    return plies


def touch_records(record: GameRecord, replay: Replay) -> Iterator[TouchRecord]:
    """Read the touch commands of the main line, each with the ply it is before."""
    plies = token_plies(record, replay)
    index = 0
    names = lexicon(replay.variant, replay.notation).squares
    last = len(replay.moves)
    for element in record.body:
        if isinstance(element, MoveText):
            index += 1
        elif isinstance(element, Comment) and "[%" in element.text:
            ply = plies[index] if index < len(plies) else last + 1
            for command in element.commands:
                if command.name not in KINDS:
                    continue
                words = command.argument.replace(",", " ").split()
                side = SIDES.get(words[0][0].lower()) if words else None
                is_of_nobody = command.name == "incident" and words[:1] == [NOBODY]
                if side is None and not is_of_nobody:
                    continue
                squares = _squares(words[1:], names, command.name)
                yield TouchRecord(ply, command.name, side, squares, tuple(words[1:]), element.offset)


def _squares(words: Sequence[str], names: Mapping[int | str, int], kind: str) -> tuple[int, ...]:
    """Turn the words of a command into squares; a square the variant has not is 0."""
    if kind == "incident":
        return ()
    if kind == "recalled":
        read = read_move("".join(words)).squares if words else ()
        return tuple(names.get(name, 0) for name in read)
    found: list[int] = []
    for word in words:
        name: int | str = int(word) if word.isdigit() else word.lower()
        if name in names or word.isdigit():
            found.append(names.get(name, 0))
    return tuple(found)


def direction(variant: Variant, origin: int, toward: int) -> tuple[int, int]:
    """Return the direction from one square toward another as signs of rows and columns."""
    row, column = variant.geometry.cell_of(origin)
    to_row, to_column = variant.geometry.cell_of(toward)
    return _sign(to_row - row), _sign(to_column - column)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
