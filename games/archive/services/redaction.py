"""Records without a person's name: the players' tags, and the name in comments and other tags."""

import re
from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from django.db.models import Q

from games.archive.selectors.archive import fold_words
from games.archive.services.game_changes import publish_games
from games.archive.services.game_rows import read_tags
from games.models import Game
from games.pdn import read_game
from games.pdn.tag_writing import tag_lines

SIDES = ("White", "Black")
DERIVED_COLUMNS = ("pdn", "white", "black", "event", "site", "round", "date", "termination", "year")
SEARCH_COLUMNS = ("player_words", "event_words")
QUOTED_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\{[^}]*\}')  # text in a record: values of tags, comments


def redact_name(*, game: Game, sides: Iterable[str], without: Callable[[Any], Any], neutral: str) -> bool:
    """Redact the name of a player on `sides`, and all other occurrences of the name in the record.

    The moves stay as they are. The caller writes the audit entry of the enclosing operation.
    """
    text = QUOTED_TEXT.sub(lambda found: without(found[0]), game.pdn)
    for side in sides:
        text = _tag(side).sub(lambda _found, side=side: tag_lines([(side, neutral)])[0], text)  # type: ignore[misc]
    if text == game.pdn:
        return False
    old, game.pdn = copy(game), text
    read_tags(game=game, record=read_game(text))
    game.save(update_fields=[*DERIVED_COLUMNS, *SEARCH_COLUMNS])
    publish_games(removed=[old], added=[game])
    return True


def games_of_name(*, organisation_id: int, names: Iterable[str]) -> Iterable[tuple[Game, list[str]]]:
    """The games of a club's archive in which a player has exactly one of these names, with their sides.

    Upper and lower case are the same.
    """
    known = {name.casefold() for name in names}
    is_candidate = Q()
    for name in known:
        is_candidate |= Q(player_words__contains=fold_words(name))
    for game in Game.objects.filter(is_candidate, organisation_id=organisation_id).order_by("pk"):
        if sides := [side for side in SIDES if getattr(game, side.lower()).casefold() in known]:
            yield game, sides


def _tag(side: str) -> re.Pattern[str]:
    return re.compile(rf'\[\s*{side}\s+"(?:[^"\\\n]|\\.)*"\s*\]', re.IGNORECASE)
