"""A record beside a result has names, event, round and result, however it came and wherever it is shown."""

import json

import pytest
from club_evening import director, published_of, section_of
from django.test import Client
from django.urls import reverse
from ruled_cases import file_and_rule
from team_evening import teams_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import AuditEntry
from games.archive.selectors.exporting import STYLES
from games.archive.services.archive import save_game
from games.models import Game
from games.pdn import read_game
from games.rules import VARIANTS, Position, legal_moves, move_text
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.rulings import RulingDecision
from tournaments.conduct import Consequence
from tournaments.entries.services.entries import change_entry
from tournaments.events.services.events import change_event, change_section, show_event
from tournaments.events.services.setup_lists import set_schedule
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import GameResult, Outcome, Section
from tournaments.records.services.game_records import link_record, unlink_record
from tournaments.records.services.ruling_records import add_missing_tags
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import unpublish_round
from tournaments.teams.services.team_members import change_member

pytestmark = pytest.mark.django_db
BARE = "1. 11-15 23-19 2. 8-11 22-17 *"


@world
def row():
    """A published round of two-game pairings in English draughts; White has won the first game of board 1."""
    row = published_of(section_of(4, preset="acf"))
    record_result(pairing_id=row.pairings.get(board_number=1).pk, game=1, outcome="white", actor=SYSTEM)
    return row


@pytest.fixture
def desk():
    client = Client()
    client.force_login(director())
    return client


def pairing_of(row):
    return row.pairings.get(board_number=1)


def linked(row, text=BARE, **facts):
    return link_record(pairing_id=pairing_of(row).pk, game=1, text=text, actor=SYSTEM, **facts).game


def seen(game):
    """What the archive says of a game."""
    game.refresh_from_db()
    return (game.white, game.black, game.event, game.round, game.winner)


# -- ways in -------------------------------------------------------------------------------------------


def pasted_at_the_desk(row, desk):
    """The score sheet of a board, typed or pasted into the round's page."""
    desk.post(reverse("tournaments:desk_record", args=[pairing_of(row).pk, 1]), {"pdn": BARE})


def from_the_entry_pad(row, desk):
    """A game kept from the entry pad, then put there by its number."""
    club = row.section.event.organisation
    game = save_game(organisation=club, text=f'[GameType "21"]\n[White "?"]\n\n{BARE}', actor=SYSTEM)
    desk.post(reverse("tournaments:desk_record", args=[pairing_of(row).pk, 1]), {"record": str(game.pk)})


def by_the_api(row, desk):
    place = reverse("tournaments-api:record", args=[pairing_of(row).pk, 1])
    answer = desk.put(place, {"pdn": BARE}, content_type="application/json")
    assert answer.status_code == 200, answer.content


def before_its_result(row, desk):
    """A record that is there first: the result comes after it, and is corrected once more."""
    place = {"pairing_id": pairing_of(row).pk, "game": 1, "actor": SYSTEM, "reason": "the sheet"}
    record_result(outcome="pending", **place)
    pasted_at_the_desk(row, desk)
    record_result(outcome="black", **place)
    record_result(outcome="white", **place)


def with_a_ruling(row, _desk):
    """A ruling about the game is noted in its record, before and after."""
    linked(row)
    pairing = pairing_of(row)
    file_and_rule(
        event_id=row.section.event_id,
        about=About(pairing.pk, 1, pairing.black_id),
        incident="touched_not_moved",
        decided=RulingDecision(consequence=Consequence.WARNING, reason="a first time"),
        actor=SYSTEM,
    )


def from_a_file(row, _desk):
    """A section file read in again: the names are those of the new event, once it is shown."""
    linked(row)
    data = json.loads(exported_section(row.section, "json").data)
    Game.objects.filter(results__isnull=False).update(source_file="old")
    made = import_section(
        organisation_id=row.section.event.organisation_id,
        data=json.dumps(data).encode(),
        name="a.json",
        actor=SYSTEM,
    )
    show_event(event_id=made.section.event_id, is_public=True, actor=SYSTEM)


WAYS = (
    *(pasted_at_the_desk, from_the_entry_pad, by_the_api, before_its_result),
    *(with_a_ruling, from_a_file),
)


# -- places ------------------------------------------------------------------------------------------------


def shown(desk, address, **asked):
    answer = desk.get(address, asked)
    assert answer.status_code == 200
    return b"".join(answer).decode()


def places(desk, game, section):
    """Every place in which a record is shown, by name."""
    names = [section.event.slug, section.slug]
    yield "archive", shown(desk, reverse("games:list"))
    yield "archive by a player", shown(desk, reverse("games:list"), player=game.white)
    yield "archive by an event", shown(desk, reverse("games:list"), event=section.event.name)
    yield "viewer", shown(desk, reverse("games:game", args=[game.pk]))
    yield "sheet on paper", shown(desk, reverse("games:game_sheet", args=[game.pk]))
    yield "games of the API", shown(desk, reverse("games-api:games"), player=game.black)
    yield "game of the API", shown(desk, reverse("games-api:game", args=[game.pk]))
    for style in STYLES:
        yield f"file, {style}", shown(desk, reverse("games-api:game-pdn", args=[game.pk]), style=style)
    yield "games of the section as PDN", shown(desk, reverse("tournaments:section_games_pdn", args=names))


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_names_event_round_and_result_are_everywhere(way, row, desk):
    way(row, desk)
    result = GameResult.objects.filter(game__isnull=False).latest("pk")
    section, pairing = result.pairing.round.section, result.pairing
    event = f"{section.event.name}, {section.name}"
    assert seen(result.game) == (pairing.white.name, pairing.black.name, event, "1.1.1", "white")
    for name, text in places(desk, result.game, section):
        for wanted in (pairing.white.name, pairing.black.name, event, "1.1.1", "0-1"):
            assert wanted in text, (name, wanted)
    own = shown(desk, reverse("tournaments:section_games", args=[section.event.slug, section.slug]))
    assert reverse("games:game", args=[result.game_id]) in own
    assert "? \N{EN DASH} ?" not in shown(desk, reverse("games:list"))


# -- what changes ----------------------------------------------------------------------------------------


def player_renamed(row):
    change_entry(entry_id=pairing_of(row).white_id, name="Marion Tinsley", actor=SYSTEM)
    return {"white": "Marion Tinsley"}


def event_renamed(row):
    event = row.section.event
    change_event(event_id=event.pk, version=event.version, name="Autumn", actor=SYSTEM)
    return {"event": f"Autumn, {row.section.name}"}


def section_renamed(row):
    section = Section.objects.get(pk=row.section_id)
    change_section(section_id=section.pk, version=section.version, name="Masters", actor=SYSTEM)
    return {"event": "Spring, Masters"}


def result_corrected(row):
    place = {"pairing_id": pairing_of(row).pk, "game": 1}
    record_result(**place, outcome="draw", reason="the sheet", actor=SYSTEM)
    return {"winner": "draw", "result": "1/2-1/2"}


def lost_by_forfeit(row):
    place = {"pairing_id": pairing_of(row).pk, "game": 1}
    record_result(**place, outcome="black_forfeit", reason="never came", actor=SYSTEM)
    return {"winner": "black", "termination": "forfeit"}


def hours_set(row):
    rows = [{"number": 1, "starts_at": "2026-04-11T18:00:00Z"}]
    set_schedule(section_id=row.section_id, rows=rows, actor=SYSTEM)
    return {"date": "2026.04.11", "year": 2026}


CHANGES = (player_renamed, event_renamed, section_renamed, result_corrected, lost_by_forfeit, hours_set)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_record_follows_what_changes(change, row):
    game = linked(row)
    changed = change(row)
    game.refresh_from_db()
    assert {name: getattr(game, name) for name in changed} == changed
    unlink_record(pairing_id=pairing_of(row).pk, game=1, actor=SYSTEM)
    game.refresh_from_db()
    assert game.pdn == BARE
    assert seen(game) == ("", "", "", "", "none")


def event_hidden(row):
    show_event(event_id=row.section.event_id, is_public=False, actor=SYSTEM)


def round_unpublished(row):
    record_result(pairing_id=pairing_of(row).pk, game=1, outcome="pending", reason="too early", actor=SYSTEM)
    unpublish_round(round_id=row.pk, actor=SYSTEM)


@pytest.mark.parametrize("hide", [event_hidden, round_unpublished], ids=lambda hide: hide.__name__)
def test_what_nobody_may_know_yet_is_in_no_record(hide, row):
    game = linked(row)
    hide(row)
    assert seen(game) == ("", "", "", "", "none")
    assert game.pdn == BARE


def test_what_the_sheet_says_itself_stands(row):
    told = linked(row, f'[White "Anderson"]\n[Round "?"]\n[Result "1/2-1/2"]\n\n{BARE}')
    player_renamed(row)
    assert seen(told) == (
        *("Anderson", pairing_of(row).black.name, f"Spring, {row.section.name}"),
        *("1.1.1", "draw"),
    )


def test_the_log_says_that_tags_were_written_once(row):
    game = linked(row)
    result_corrected(row)
    entry = AuditEntry.objects.get(action="games.game.tags_supplied", target_id=str(game.pk))
    assert entry.after["tags"].startswith("Event, ")
    assert entry.before["tags"] == ""


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_result_is_read_as_the_section_has_it(variant):
    """In some games the figure of the side that moves first comes first: it is read as it was meant."""
    section = section_of(2)
    Section.objects.filter(pk=section.pk).update(variant=variant)
    row = published_of(Section.objects.get(pk=section.pk))
    rules = VARIANTS[variant]
    first = legal_moves(Position.start(rules), rules)[0]
    game = linked(row, f"1. {move_text(first, rules, [first])} *")
    for outcome in (Outcome.WHITE, Outcome.BLACK_FORFEIT):
        place = {"pairing_id": pairing_of(row).pk, "game": 1}
        record_result(**place, outcome=outcome, reason="told", actor=SYSTEM)
        game.refresh_from_db()
        assert game.winner == outcome.value.removesuffix("_forfeit")
        assert read_game(game.pdn).tag("White") == pairing_of(row).white.name


def test_members_of_teams_are_named_with_the_colour_of_their_board():
    row = published_of(teams_of(2))
    match = row.pairings.get()
    place = {"pairing_id": match.pk, "game": 2, "actor": SYSTEM}
    record_result(**place, outcome="white")
    moves = legal_moves(Position.start(rules := VARIANTS[row.section.variant]), rules)
    game = link_record(text=f"1. {move_text(moves[0], rules, moves)} *", **place).game
    seats = match.games.get(number=2)
    names = seats.second_member.name, seats.first_member.name
    assert seen(game)[:2] == names
    assert game.winner == "white"
    change_member(member_id=seats.second_member_id, name="Marion Tinsley", actor=SYSTEM)
    assert seen(game)[:2] == ("Marion Tinsley", names[1])


def test_records_of_an_earlier_version_are_supplied_by_a_job(row):
    game = linked(row)
    Game.objects.filter(pk=game.pk).update(pdn=BARE, white="", black="", event="", round="")
    assert add_missing_tags(actor=SYSTEM) == 1
    assert seen(game)[0] == pairing_of(row).white.name
    assert add_missing_tags(actor=SYSTEM) == 0
    Game.objects.filter(pk=game.pk).update(pdn=BARE, white="")
    show_event(event_id=row.section.event_id, is_public=False, actor=SYSTEM)
    assert add_missing_tags(actor=SYSTEM) == 0


def test_a_record_has_the_ratings_of_its_players_and_the_archive_their_average(row):
    game = linked(row)
    pairing = pairing_of(row)
    ratings = [pairing.white.rating, pairing.black.rating]
    assert [int(read_game(game.pdn).tag(name)) for name in ("WhiteRating", "BlackRating")] == ratings
    assert game.strength == sum(ratings) // 2 > 0
