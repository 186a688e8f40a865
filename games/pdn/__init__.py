"""Portable Draughts Notation: a reader that never fails on a game, and a strict writer."""

from __future__ import annotations

from games.pdn.assembly import DEFAULT_LIMITS, Limits
from games.pdn.clocks import Clock, Mark, clocks, marks
from games.pdn.dates import DateReading, Day, parse_date
from games.pdn.decoding import NotPdn
from games.pdn.elements import (
    Command,
    Comment,
    Element,
    Junk,
    Mended,
    MoveNumber,
    MoveText,
    Nag,
    Setup,
    Tag,
    Variation,
)
from games.pdn.gametype import (
    GameType,
    game_type_named,
    game_type_of,
    parse_game_type,
    variants_of_tags,
)
from games.pdn.parts import Part, parts_of
from games.pdn.reader import GameReader, read_game, read_games, read_part
from games.pdn.records import GameRecord
from games.pdn.results import ResultReading, parse_result, result_format_of, result_in_family, result_text
from games.pdn.tag_names import canonical_name
from games.pdn.writer import write_games, write_record

__all__ = [
    "DEFAULT_LIMITS",
    "Clock",
    "Command",
    "Comment",
    "DateReading",
    "Day",
    "Element",
    "GameReader",
    "GameRecord",
    "GameType",
    "Junk",
    "Limits",
    "Mark",
    "Mended",
    "MoveNumber",
    "MoveText",
    "Nag",
    "NotPdn",
    "Part",
    "ResultReading",
    "Setup",
    "Tag",
    "Variation",
    "canonical_name",
    "clocks",
    "game_type_named",
    "game_type_of",
    "marks",
    "parse_date",
    "parse_game_type",
    "parse_result",
    "parts_of",
    "read_game",
    "read_games",
    "read_part",
    "result_format_of",
    "result_in_family",
    "result_text",
    "variants_of_tags",
    "write_games",
    "write_record",
]
