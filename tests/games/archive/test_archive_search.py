"""The archive searched and exported."""

import pytest
from django.core.management import CommandError, call_command
from records import game

from club.core.actor import SYSTEM
from games.archive.selectors.archive import GameFilters, game_list
from games.archive.selectors.exporting import exported_pdn
from games.archive.services.archive import save_game
from games.models import Game
from games.pdn import read_game, read_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(bring_in):
    text = (
        game("1. 11-15 23-19", white="Wyllie, J.", Event="Glasgow 1864", Date="1864.??.??", GameType="21")
        + game("1. 11-15 22-17", white="Müller, Änne", Event="Köln", Date="7.11.1996", GameType="21")
        + game("1. 9-14 22-18 2. 5-10", white="Петров, И.", Event="Москва", Date="1950", GameType="21")
    )
    return bring_in(text.encode())


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        pytest.param({}, 3, id="everything"),
        pytest.param({"player": "WYLLIE"}, 1, id="capitals aside"),
        pytest.param({"player": "muller anne"}, 1, id="accents and order aside"),
        pytest.param({"player": "петров"}, 1, id="Cyrillic capitals aside"),
        pytest.param({"player": "wyllie muller"}, 0, id="every word must fit"),
        pytest.param({"event": "koln"}, 1, id="event"),
        pytest.param({"year_from": 1900}, 2, id="from a year on"),
        pytest.param({"year_from": 1900, "year_to": 1960}, 1, id="between two years"),
        pytest.param({"has_findings": True}, 1, id="with findings"),
        pytest.param({"has_findings": False}, 2, id="without findings"),
        pytest.param({"is_legal": False}, 1, id="illegal"),
        pytest.param({"code": "occupied_square"}, 1, id="by code"),
        pytest.param({"code": "square"}, 0, id="a part of a code is no code"),
        pytest.param({"variant": "english"}, 3, id="variant"),
        pytest.param({"club": "south"}, 0, id="another club"),
    ],
)
@pytest.mark.usefixtures("archive")
def test_games_are_found_by(filters, expected):
    assert game_list(GameFilters(**filters)).count() == expected


def test_a_list_is_rendered_without_further_queries(archive, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert [(str(one), one.organisation.name, one.codes) for one in game_list()]


@pytest.mark.parametrize("style", ["strict", "classic", "original"])
def test_an_exported_game_comes_back_as_the_same_game(club, style):
    text = game("1. 11-15 {a <b>} 23-19 2. 8-11 22-17", Event="A", GameType="21", Odd="kept")
    kept = save_game(organisation=club, actor=SYSTEM, text=text)
    back = save_game(
        organisation=club, actor=SYSTEM, text=exported_pdn(game=kept, style=style), keep_twin=True
    )
    assert back.move_key == kept.move_key
    assert (back.white, back.event) == (kept.white, kept.event)
    assert read_game(back.pdn).tag("Odd") == "kept"
    assert "a <b>" in back.pdn


def test_an_ambiguous_capture_is_exported_with_its_path(club):
    moves = "1. 11-15 22-17 2. 9-13 26-22 3. 10-14 17x10 4. 7x14 24-20 5. 2-7 22-17 6. 13x22 25x2 7. 15-19"
    kept = save_game(organisation=club, actor=SYSTEM, text=game(moves, GameType="21"))
    assert "25x18x9x2" in exported_pdn(game=kept)


@pytest.mark.usefixtures("archive")
def test_export_command_writes_what_fits(tmp_path):
    path = tmp_path / "out.pdn"
    call_command("export_pdn", "--year-from", "1900", "--style", "classic", "--output", str(path))
    with path.open("rb") as file:
        assert [record.tag("Event") for record in read_games(file)] == ["Köln", "Москва"]
    assert list(tmp_path.iterdir()) == [path] or not list(tmp_path.glob("*.part"))


def test_import_command_needs_no_worker_and_goes_on(club, tmp_path, capsys):
    path = tmp_path / "a.pdn"
    path.write_text(game("1. 11-15 23-19") + game("1. 9-14 22-18 2. 5-10", GameType="21"))
    call_command("import_pdn", str(path), "--club", club.slug)
    told = capsys.readouterr().out
    assert "2 saved" in told
    assert "a.pdn:12:" in told
    call_command("import_pdn", str(path), "--club", club.slug)
    assert "not saved: 2, already in the archive" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        call_command("import_pdn", str(path), "--club", "nobody")
    assert Game.objects.count() == 2


@pytest.mark.django_db
def test_import_command_makes_the_club_that_is_not_there_yet(tmp_path, capsys):
    path = tmp_path / "a.pdn"
    path.write_text(game("1. 11-15 23-19"))
    for _ in range(2):
        call_command("import_pdn", str(path), "--club", "north", "--new-club", "North Draughts Club")
    assert Game.objects.get().organisation.name == "North Draughts Club"
    with pytest.raises(CommandError, match="slug"):
        call_command("import_pdn", str(path), "--club", "Not A Slug!", "--new-club", "N")
    assert "1 saved" in capsys.readouterr().out
