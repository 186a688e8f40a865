"""Personal data in the games app: records of the club's archive with the person's name."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from club.models import Person
from club.privacy.personal_data_sets import Erasure, OnErasure, Row, register_data_set
from club.privacy.redaction import spellings
from games.archive.services.redaction import games_of_name, redact_name
from games.judging.selectors.saved_checks import checks_with_name
from games.judging.services.saved_checks import redact_check
from games.models import Game, SavedCheck


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


def _saved_checks(person: Person) -> Iterable[SavedCheck]:
    if person.erased_at is not None:
        return SavedCheck.objects.none()
    return checks_with_name(spellings(person.name, person.sort_name))


def _check_rows(person: Person) -> Iterable[Row]:
    return [{"created_at": row.created_at, "expires_at": row.expires_at} for row in _saved_checks(person)]


def _neutralise_checks(erasure: Erasure) -> None:
    for row in list(_saved_checks(erasure.person)):
        redact_check(row, without=erasure.without)


register_data_set(
    "games.saved_checks",
    label=_("checked records with this name that visitors keep for some days"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("They belong to the visitors and are deleted by themselves, after 90 days at the latest."),
    rows=_check_rows,
    erase=_neutralise_checks,
)
