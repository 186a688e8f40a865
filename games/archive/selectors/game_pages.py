"""Pages of the list of games: each follows the last game of the one before (keyset), totals are bounded.

No page costs more than another, and nothing counts a table of a million games. A game's key is its place in
the order: its number, or its strength and then its number. Both orders begin with the highest key.
"""

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, Literal

from django.core.cache import cache
from django.db.models import BigIntegerField, F, QuerySet
from django.db.models.functions import Cast

from games.archive.selectors.archive import GameFilters, game_list
from games.models import Game

MAX_COUNTED: Final = 10_000
"""Games that are counted; of more the list says only that."""
MANY_SECONDS: Final = 3600
PAGE_ORDERS: Final = ("newest", "strongest")
LAST: Final = "last"
CURSOR: Final = re.compile(r"\d{1,18}", re.ASCII)
NUMBERS: Final = 2**44
"""Numbers of games that fit into a key below the strength."""
Step = Literal["after", "before"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """A page of games; `after` and `before` are the cursors of the next and the previous page, if any."""

    games: list[Game]
    after: str
    before: str
    count: int | None
    """Games on all pages; None if they are more than `MAX_COUNTED`."""


def game_page(filters: GameFilters, *, size: int, step: Step = "after", cursor: str = "") -> GamePage:
    """Return the first page, the one after or before a key, or the last one (`before` and `LAST`)."""
    known = _few_keys(filters)
    start = int(cursor) if CURSOR.fullmatch(cursor) else None
    is_back = step == "before" and (start is not None or cursor == LAST)
    if known is None:
        keys = _keys_read(filters, start, size + 1, is_back=is_back)
    else:
        keys = _keys_known(known, start, size + 1, is_back=is_back)
    is_more, keys = len(keys) > size, keys[:size]
    if is_back:
        keys.reverse()
    has_after = start is not None if is_back else is_more
    has_before = is_more if is_back else start is not None
    found = game_list().in_bulk([key % NUMBERS for key in keys])
    return GamePage(
        games=[found[key % NUMBERS] for key in keys if key % NUMBERS in found],
        after=str(keys[-1]) if keys and has_after else "",
        before=str(keys[0]) if keys and has_before else "",
        count=None if known is None else len(known),
    )


def _few_keys(filters: GameFilters) -> list[int] | None:
    """Return the keys of all games that fit, in no order; None if there are more than `MAX_COUNTED`.

    Rare words and years are found by their index, whatever the order. What more games have is soon met on the
    way through the order. That there are so many is remembered for some time: to find out takes longer than a
    page.
    """
    many = f"games-many:{MAX_COUNTED}:{_digest(filters)}"
    if cache.get(many):
        return None
    keys = _keys(filters).order_by()
    has_words = filters.player or filters.event
    if has_words or not keys[MAX_COUNTED : MAX_COUNTED + 1].exists():  # with words, one reading is enough
        found = list(keys[: MAX_COUNTED + 1])
        if len(found) <= MAX_COUNTED:
            return found
    cache.set(many, value=True, timeout=MANY_SECONDS)
    return None


def _digest(filters: GameFilters) -> str:
    """Return the same text for the same filters in any order of the games."""
    return sha256(repr(replace(filters, order=PAGE_ORDERS[0])).encode()).hexdigest()


def _keys(filters: GameFilters) -> QuerySet[Game, int]:
    """Return the keys of games: single numbers, which cost far less than rows."""
    games = game_list(filters).select_related(None)
    if filters.order != "strongest":
        return games.values_list("pk", flat=True)
    key = Cast(F("strength"), BigIntegerField()) * NUMBERS + F("pk")
    return games.annotate(key=key).values_list("key", flat=True)


def _keys_known(known: list[int], start: int | None, limit: int, *, is_back: bool) -> list[int]:
    """Return the next of these keys, the nearest first."""
    if start is not None:
        known = [key for key in known if (key > start if is_back else key < start)]
    return sorted(known, reverse=not is_back)[:limit]


def _keys_read(filters: GameFilters, start: int | None, limit: int, *, is_back: bool) -> list[int]:
    """Return the next keys in the order, the nearest first.

    In the order of strength they are read by two queries of one range of the index each; a condition of both
    ranges would read the index from its end.
    """
    beyond, sign = ("gt", "") if is_back else ("lt", "-")
    if filters.order != "strongest":
        games = _keys(filters).order_by(f"{sign}pk")
        return list((games if start is None else games.filter(**{f"pk__{beyond}": start}))[:limit])
    games = _keys(filters).order_by(f"{sign}strength", f"{sign}pk")
    if start is None:
        return list(games[:limit])
    strength, number = divmod(start, NUMBERS)
    keys = list(games.filter(**{"strength": strength, f"pk__{beyond}": number})[:limit])
    if len(keys) < limit:
        keys += games.filter(**{f"strength__{beyond}": strength})[: limit - len(keys)]
    return keys
