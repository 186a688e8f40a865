"""All decks by key."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.ballots.ballot import Deck
from games.ballots.eleven_man import ELEVEN_MAN
from games.ballots.table_64 import BRAZILIAN_TABLE, RUSSIAN_TABLE
from games.ballots.three_move import THREE_MOVE
from games.ballots.two_move import TWO_MOVE

DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {deck.key: deck for deck in (THREE_MOVE, TWO_MOVE, ELEVEN_MAN, RUSSIAN_TABLE, BRAZILIAN_TABLE)}
)
