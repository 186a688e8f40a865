"""Records lose a name in tags, comments and other tags; moves, result and the other player stay."""

import pytest
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation, Person
from club.privacy.personal_data_sets import DATA_SETS, Erasure, count_rows
from club.privacy.redaction import replace_name, spellings
from games.archive.services.archive import save_game
from games.archive.services.redaction import games_of_name, redact_name
from games.models import Game

pytestmark = pytest.mark.django_db
NAMES = spellings("Piet de Vries", "Vries, Piet de")
RECORD = """[Event "Cup of Piet de Vries"]
[White "Vries, Piet de"]
[Black "White, \\"Bob\\""]
[Result "1-0"]
[GameType "21"]

1. 11-15 {Piet de Vries thought long} 23-19 1-0
"""


@world
def club():
    return Organisation.objects.create(slug="north", name="North")


def without(value):
    return replace_name(value, NAMES, "X")


def test_a_record_loses_the_name_and_nothing_else(club):
    game = save_game(organisation=club, text=RECORD, actor=SYSTEM)
    before = (game.move_key, game.move_line, game.result, game.black)
    assert redact_name(game=game, sides=["White"], without=without, neutral="Former member 7")
    game.refresh_from_db()
    assert (game.white, game.event) == ("Former member 7", "Cup of X")
    assert "{X thought long}" in game.pdn
    assert "Vries" not in f"{game.pdn} {game.player_words} {game.event_words}"
    assert (game.move_key, game.move_line, game.result, game.black) == before
    assert not redact_name(game=game, sides=["White"], without=without, neutral="Former member 7")


def test_a_name_that_is_the_name_of_a_tag_spoils_no_tag(club):
    game = save_game(organisation=club, text=RECORD, actor=SYSTEM)

    def of_white(value):
        return replace_name(value, spellings("White"), "X")

    redact_name(game=game, sides=["Black"], without=of_white, neutral="X")
    assert '[White "Vries, Piet de"]' in game.pdn
    assert '[Black "X"]' in game.pdn


def test_a_name_in_capitals_is_the_same_name(club):
    save_game(organisation=club, text=RECORD.replace("Vries, Piet de", "VRIES, PIET DE"), actor=SYSTEM)
    save_game(organisation=club, text=RECORD.replace("Vries, Piet de", "Vries, Piet de, jr"), actor=SYSTEM)
    found = list(games_of_name(organisation_id=club.pk, names=NAMES))
    assert [(game.white, sides) for game, sides in found] == [("VRIES, PIET DE", ["White"])]


def test_the_archive_of_another_club_is_left_alone(club):
    south = Organisation.objects.create(slug="south", name="South")
    for home in (club, south):
        save_game(organisation=home, text=RECORD, actor=SYSTEM)
    person = Person.objects.create(name="Piet de Vries", sort_name="Vries, Piet de", organisation=club)
    assert count_rows(DATA_SETS["games.records"], person) == 1
    assert [sides for _game, sides in games_of_name(organisation_id=club.pk, names=NAMES)] == [["White"]]
    erasure = Erasure(person=person, names=NAMES, addresses=frozenset(), neutral="X", actor=SYSTEM)
    DATA_SETS["games.records"].erase(erasure)
    told = dict(Game.objects.values_list("organisation__slug", "white"))
    assert told == {"north": "X", "south": "Vries, Piet de"}
