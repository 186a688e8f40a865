"""Personal data in the games app: records of the club's archive with the person's name."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from club.models import Person
from club.privacy.personal_data_sets import Erasure, OnErasure, Row, register_data_set
from club.privacy.redaction import spellings
from games.archive.services.redaction import games_of_name, redact_name
from games.models import Game


def _games_of_person(person: Person) -> Iterable[tuple[Game, list[str]]]:
    if person.organisation_id is None or person.erased_at is not None:
        return []
    names = spellings(person.name, person.sort_name)
    return games_of_name(organisation_id=person.organisation_id, names=names)


def _game_rows(person: Person) -> Iterable[Row]:
    columns = ("id", "white", "black", "event", "date", "result")
    return [{name: getattr(game, name) for name in columns} for game, _sides in _games_of_person(person)]


def _neutralise(erasure: Erasure) -> None:
    for game, sides in list(_games_of_person(erasure.person)):
        redact_name(game=game, sides=sides, without=erasure.without, neutral=erasure.neutral)


def _game_ids(person: Person) -> dict[str, list[int]]:
    return {"games.game": [game.pk for game, _sides in _games_of_person(person)]}


def _records(person: Person) -> Iterable[tuple[str, Iterable[bytes]]]:
    return [(f"games/{game.pk}.pdn", [game.pdn.encode()]) for game, _sides in _games_of_person(person)]


register_data_set(
    "games.records",
    label=_("archived games with this name"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("A game also belongs to the opponent: moves and result stay, under a neutral name."),
    rows=_game_rows,
    erase=_neutralise,
    mentions=_game_ids,
    files=_records,
)
